import type { Layer } from '../call/options.ts';
import { keyOf, maskFor } from './request.ts';

/**
 * Creates a layer that logs a line for each request and each response, without credentials. What the service sends is not
 * logged, except the status.
 */
export const debug =
  (log: (line: string) => void = console.debug): Layer =>
  (next) =>
  async (address, init) => {
    const request = `vehicle-lookup GET ${keyOf(address)}`;
    const start = performance.now();
    const ended = (how: unknown) =>
      log(maskFor(address)(`${request} ${how} after ${Math.round(performance.now() - start)} ms`));
    log(request);
    try {
      const response = await next(address, init);
      ended(response.status);
      return response;
    } catch (error) {
      ended((error as Error)?.name ?? 'failed');
      throw error;
    }
  };

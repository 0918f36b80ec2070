// A worker that has the key. Pages call the worker instead of the service.
import { createProxy } from '@vehicle-lookup/client/proxy';

interface Environment {
  VEHICLE_LOOKUP_BASE_URL: string;
  VEHICLE_LOOKUP_USER: string;
  VEHICLE_LOOKUP_KEY: string;
  /** The origin of the pages that may use the worker. */
  PAGE_ORIGIN: string;
}

let proxy: ReturnType<typeof createProxy> | undefined;

export default {
  fetch(request: Request, env: Environment): Promise<Response> {
    proxy ??= createProxy({
      baseUrl: env.VEHICLE_LOOKUP_BASE_URL,
      user: env.VEHICLE_LOOKUP_USER,
      key: env.VEHICLE_LOOKUP_KEY,
      operations: ['decodeVin', 'getFluids'],
      origins: [env.PAGE_ORIGIN],
      cache: { maxAge: 30 * 86_400 },
      // The platform states the address of the visitor in a header.
      limit: { requests: 60, seconds: 60, visitor: ({ headers }) => headers.get('cf-connecting-ip') ?? '' },
      timeout: 10_000,
      // Account errors are not shown to visitors.
      onEvent: (event) => {
        if (event.type === 'end' && event.outcome !== 'success') {
          console.error(event.operation, event.outcome, event.requestId ?? '');
        }
      },
    });
    return proxy(request);
  },
};

import { type CallOptions, createVehicleLookup, type VehicleLookupError } from '@vehicle-lookup/client';
import { CommandError } from './command-error.ts';
import type { Input, Operation } from './operation.ts';
import type { Settings } from './settings.ts';

/** What an operation brought. */
export interface Answer {
  ok: true;
  /** Tidied by the client. */
  data: unknown;
  /** The body as the service sent it. */
  raw: unknown;
  /** What of the body could not be read. */
  issues: readonly unknown[];
}

export interface Refusal {
  ok: false;
  error: VehicleLookupError;
}

/** A request with its retries; `safe()` gives a failure as a result. */
export type Asked = Promise<Answer> & { safe(): Promise<Answer | Refusal> };

/** Makes a request. */
export type Ask = (operation: Operation, inputs: readonly Value[], options?: CallOptions) => Asked;

/** What an operation is asked about. */
export type Value = string | number;

/** A word as the client takes it; what is wrong with it, the client says. */
export const readValue = ({ type }: Input, word: string): Value =>
  type === 'integer' && /^\d+$/.test(word) ? Number(word) : word;

type Method = (...args: unknown[]) => Asked;

/**
 * The client, addressed by operationId: which operations there are, the document says.
 * @throws CommandError when the client refuses address, user or key
 */
export function connect(settings: Settings): Ask {
  let client: Record<string, Method>;
  try {
    client = createVehicleLookup(settings) as unknown as Record<string, Method>;
  } catch (error) {
    throw new CommandError(`${(error as Error).message} See --base-url, --user and --key-file`);
  }
  return ({ id }, inputs, options = {}) => {
    const method = client[id];
    if (!method) throw new Error(`the client has no method ${id}`);
    return method(...inputs, options);
  };
}

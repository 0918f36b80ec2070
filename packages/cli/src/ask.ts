import { type CallOptions, createVehicleLookup, type VehicleLookupError } from '@vehicle-lookup/client';
import { vehicleLookupQueries } from '@vehicle-lookup/client/query';
import { CommandError } from './command-error.ts';
import type { Input, Operation } from './operation.ts';
import type { Settings } from './settings.ts';

/** What an operation brought. */
export interface Answer {
  ok: true;
  /** Tidied by the client; with --raw the whole body. */
  data: unknown;
  /** What of the body could not be read. */
  issues: readonly Unread[];
}

/** A value that is absent from an answer, as it could not be read. */
export interface Unread {
  /** Where it is in the body. */
  path: string;
  expected: string;
}

export interface Refusal {
  ok: false;
  error: VehicleLookupError;
}

/** A request with its retries; `safe()` gives a failure as a result. */
export interface Asked {
  safe(): Promise<Answer | Refusal>;
}

/** Makes a request. */
export type Ask = (operation: Operation, inputs: readonly Value[], options?: CallOptions) => Asked;

/** What an operation is asked about. */
export type Value = string | number;

/** A service to ask. */
export interface Service {
  ask: Ask;
  /** A text that is the same for inputs which are sent alike, however they are written. */
  identify(operation: Operation, inputs: readonly Value[]): string;
}

/** A word as the client takes it; what is wrong with it, the client says. */
export const readValue = ({ type }: Input, word: string): Value =>
  type === 'integer' && /^\d+$/.test(word) ? Number(word) : word;

type Method<Result> = (...args: unknown[]) => Result;

/**
 * The client, addressed by operationId: which operations there are, the document says.
 * @param isRaw bodies are wanted as they come, also those that the client could not tidy
 * @throws CommandError when the client refuses address, user or key
 */
export function connect(settings: Settings, isRaw: boolean): Service {
  const client = createClient(settings);
  const methods = client as unknown as Record<string, Method<Asked>>;
  const queries = vehicleLookupQueries(client) as unknown as Record<string, Method<{ queryKey: readonly unknown[] }>>;
  const queryOf = (id: string, inputs: readonly Value[]) => named(queries, id)(...inputs).queryKey.at(-1);

  const untidied = async (id: string, query: object, options: CallOptions): Promise<Answer | Refusal> => {
    const { body, error } = await client.request(id, query as Parameters<typeof client.request>[1], options);
    return error ? { ok: false, error } : { ok: true, data: body, issues: [] };
  };
  return {
    ask: ({ id }, inputs, options = {}) => {
      const query = isRaw && queryOf(id, inputs);
      // Inputs that the client refuses have no query; its method says why.
      if (!query || Array.isArray(query)) return named(methods, id)(...inputs, options);
      return { safe: () => untidied(id, query, options) };
    },
    identify: ({ id }, inputs) => JSON.stringify(queryOf(id, inputs)),
  };
}

function createClient(settings: Settings): ReturnType<typeof createVehicleLookup> {
  try {
    return createVehicleLookup(settings);
  } catch (error) {
    throw new CommandError(`${(error as Error).message} See --base-url, --user and --key-file`);
  }
}

function named<T>(members: Record<string, T>, id: string): T {
  const found = members[id];
  if (!found) throw new Error(`the client has no method ${id}`);
  return found;
}

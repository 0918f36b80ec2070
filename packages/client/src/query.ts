import type { Connection } from './connection.ts';
import { identity } from './contract.gen.ts';
import type { VehicleLookup } from './index.ts';
import type { Calling } from './operation.ts';
import { type Methods, operations } from './operations.gen.ts';
import type { CallOptions } from './options.ts';
import type { OperationId, Success } from './result.ts';

/** What TanStack Query takes as the options of a query. */
export interface QueryOptions<K extends OperationId> {
  /** The client without its secret, the operation, and the query that is sent. */
  queryKey: readonly ['vehicle-lookup', client: Record<string, unknown>, operation: K, query: unknown];
  /** Brings the tidy data alone: it can be shared, compared and persisted. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Success<K>['data']>;
  /** False while an input is undefined. */
  enabled: boolean;
  /** The client repeats by itself what is worth repeating. */
  retry: false;
  /** For ever: each fetch is a consultation, and what is known of a vehicle hardly changes. */
  staleTime: number;
}

type InputsOf<Arguments extends unknown[]> =
  Required<Arguments> extends [...infer Inputs, CallOptions] ? { [I in keyof Inputs]: Inputs[I] | undefined } : never;

/** For each operation a function that makes options of its inputs. An input that is not there yet may be undefined. */
export type VehicleLookupQueries = {
  [K in OperationId]: (...inputs: InputsOf<Parameters<Methods[K]>>) => QueryOptions<K>;
};

/** Makes options for the queries of a client; `{ ...queries.getFluids(1), staleTime: 60_000 }` changes one of them. */
export function vehicleLookupQueries(client: VehicleLookup): VehicleLookupQueries {
  const methods = client as unknown as Record<string, (...given: unknown[]) => Calling<{ data: unknown }, unknown>>;
  const shown = ['baseUrl', ...identity].map((name) => [name, client[name as keyof VehicleLookup]]);
  const scope = Object.fromEntries(shown);
  const queries = Object.keys(operations).map((id) => {
    const options = (...inputs: unknown[]) => ({
      queryKey: ['vehicle-lookup', scope, id, queryOf(id, inputs) ?? inputs],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await methods[id]?.(...inputs, { signal }))?.data,
      enabled: !inputs.includes(undefined),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    });
    return [id, options];
  });
  return Object.fromEntries(queries);
}

/** The query that an operation sends, so that inputs which mean the same have the same key; undefined if it refuses them. */
function queryOf(id: string, inputs: unknown[]): unknown {
  let sent: unknown;
  const listening = {
    request: async (_: string, query: unknown) => {
      sent = query;
      return {};
    },
  } as unknown as Connection;
  operations[id]?.(listening, ...(inputs as never[])).safe();
  return sent;
}

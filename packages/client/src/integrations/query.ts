import { identity } from '../contract/contract.gen.ts';
import type { VehicleLookup } from '../index.ts';
import type { ResultPromise } from '../operations/define.ts';
import { type Methods, operations } from '../operations/operations.gen.ts';
import type { OperationId, Success } from '../operations/result.ts';
import type { Connection } from '../transport/connection.ts';
import type { CallOptions } from '../transport/options.ts';

/** The options of a query for TanStack Query. */
export interface QueryOptions<K extends OperationId> {
  /** The client without its secret, the operation, and the query that is sent. */
  queryKey: readonly ['vehicle-lookup', client: Record<string, unknown>, operation: K, query: unknown];
  /** Returns only the tidy data, which can be shared, compared and persisted. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Success<K>['data']>;
  /** False while an input is undefined. */
  enabled: boolean;
  /** The client already repeats a request where a retry may help. */
  retry: false;
  /** Infinity: each fetch is a consultation, and data about a vehicle hardly changes. */
  staleTime: number;
}

type InputsOf<Arguments extends unknown[]> =
  Required<Arguments> extends [...infer Inputs, CallOptions] ? { [I in keyof Inputs]: Inputs[I] | undefined } : never;

/** A function for each operation that makes the options from the inputs. An input that is not known yet may be undefined. */
export type VehicleLookupQueries = {
  [K in OperationId]: (...inputs: InputsOf<Parameters<Methods[K]>>) => QueryOptions<K>;
};

/** Makes query options for a client; `{ ...queries.getFluids(1), staleTime: 60_000 }` changes one of them. */
export function vehicleLookupQueries(client: VehicleLookup): VehicleLookupQueries {
  const methods = client as unknown as Record<
    string,
    (...given: unknown[]) => ResultPromise<{ data: unknown }, unknown>
  >;
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

/** The query that an operation sends, the same for inputs that mean the same; undefined for inputs that it refuses. */
function queryOf(id: string, inputs: unknown[]): unknown {
  let sent: unknown;
  const recorder = {
    request: async (_: string, query: unknown) => {
      sent = query;
      return {};
    },
  } as unknown as Connection;
  operations[id]?.(recorder, ...(inputs as never[])).safe();
  return sent;
}

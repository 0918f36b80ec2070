import type { DataTag } from '@tanstack/query-core';
import type { CallInit } from '../client/options.ts';
import { identity } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import type { VehicleLookup } from '../index.ts';
import { type Methods, operations } from '../operations/operations.gen.ts';
import type { OperationId, Success } from '../operations/result.ts';

/** Options for a query in TanStack Query. */
export interface QueryOptions<K extends OperationId> {
  /** The client without its secret, the operation, and the query that is sent. TanStack Query infers the data type from this key. */
  queryKey: DataTag<QueryKey<K>, Success<K>['data'], VehicleLookupError>;
  /** Returns only the parsed data, which can be shared, compared and persisted. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Success<K>['data']>;
  /** False while an input is undefined. */
  enabled: boolean;
  /** Always false, because the client itself retries requests. */
  retry: (count: number, error: VehicleLookupError) => boolean;
  /** Always absent. Its type provides the error type for hooks with several queries. */
  throwOnError?: (error: VehicleLookupError, query: unknown) => boolean;
  /** Infinity, because each fetch costs a consultation, and vehicle data rarely changes. */
  staleTime: number;
}

type QueryKey<K> = readonly ['vehicle-lookup', client: Record<string, unknown>, operation: K, query: unknown];

type InputsOf<Arguments extends unknown[]> =
  Required<Arguments> extends [...infer Inputs, CallInit] ? { [I in keyof Inputs]: Inputs[I] | undefined } : never;

/** A function for each operation that creates query options from the inputs. An input may be undefined until it is known. */
export type VehicleLookupQueries = {
  [K in OperationId]: (...inputs: InputsOf<Parameters<Methods[K]>>) => QueryOptions<K>;
};

/**
 * Creates query options for a client. `{ ...queries.getFluids(1), staleTime: 60_000 }` changes one option.
 * @param options `signal: true` ends a request when its last component unmounts. By default, the request continues, because the
 * service may have charged it. A component that is mounted again, as in React's StrictMode, gets the response.
 */
export function vehicleLookupQueries(
  client: VehicleLookup,
  options: { signal?: boolean | undefined } = {},
): VehicleLookupQueries {
  type Method = (...given: never[]) => Promise<{ data: unknown }>;
  const shown = ['baseUrl', ...identity].map((name) => [name, client[name as keyof VehicleLookup]]);
  const scope = Object.fromEntries(shown);
  const queries = Object.keys(operations).map((id) => {
    const optionsOf = (...inputs: never[]) => ({
      queryKey: ['vehicle-lookup', scope, id, keyOf(id, inputs)],
      // TanStack Query cancels a query only if its function reads the signal.
      queryFn: async (context: { signal: AbortSignal }) => {
        const method: Method = client[id as OperationId];
        const callOptions = options.signal ? { signal: context.signal } : {};
        return (await method(...inputs, callOptions as never)).data;
      },
      enabled: inputs.every((input) => input !== undefined),
      retry: () => false,
      staleTime: Number.POSITIVE_INFINITY,
    });
    return [id, optionsOf];
  });
  return Object.fromEntries(queries);
}

/** Returns the query that an operation sends, or the inputs if the operation rejects them. */
function keyOf(id: string, inputs: unknown[]): unknown {
  try {
    return operations[id]?.query(...inputs);
  } catch {
    return inputs;
  }
}

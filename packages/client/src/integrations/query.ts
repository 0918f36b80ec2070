import type { DataTag } from '@tanstack/query-core';
import type { CallInit } from '../client/options.ts';
import { identity } from '../contract/contract.gen.ts';
import type { VehicleLookupError } from '../errors.ts';
import type { VehicleLookup } from '../index.ts';
import { type Methods, operations } from '../operations/operations.gen.ts';
import type { OperationId, Success } from '../operations/result.ts';

/** The options of a query for TanStack Query. */
export interface QueryOptions<K extends OperationId> {
  /** The client without its secret, the operation, and the query that is sent; TanStack Query reads the type of its data from it. */
  queryKey: DataTag<QueryKey<K>, Success<K>['data'], VehicleLookupError>;
  /** Returns only the parsed data, which can be shared, compared and persisted. */
  queryFn: (context: { signal: AbortSignal }) => Promise<Success<K>['data']>;
  /** False while an input is undefined. */
  enabled: boolean;
  /** The client already repeats a request where a retry may help. */
  retry: (count: number, error: VehicleLookupError) => boolean;
  /** Absent. Its type states the error type for hooks with several queries. */
  throwOnError?: (error: VehicleLookupError, query: unknown) => boolean;
  /** Infinity: each fetch is a consultation, and data about a vehicle hardly changes. */
  staleTime: number;
}

type QueryKey<K> = readonly ['vehicle-lookup', client: Record<string, unknown>, operation: K, query: unknown];

type InputsOf<Arguments extends unknown[]> =
  Required<Arguments> extends [...infer Inputs, CallInit] ? { [I in keyof Inputs]: Inputs[I] | undefined } : never;

/** A function for each operation that makes the options from the inputs. An input that is not known yet may be undefined. */
export type VehicleLookupQueries = {
  [K in OperationId]: (...inputs: InputsOf<Parameters<Methods[K]>>) => QueryOptions<K>;
};

/**
 * Makes query options for a client; `{ ...queries.getFluids(1), staleTime: 60_000 }` changes one of them.
 * @param options `signal: true` ends a request when its last component unmounts. Default: the request goes on, because the
 * service may have charged it; a component that mounts again (twice in React's StrictMode) gets its response.
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

/** The query that an operation sends; for inputs that it rejects, the inputs. */
function keyOf(id: string, inputs: unknown[]): unknown {
  try {
    return operations[id]?.query(...inputs);
  } catch {
    return inputs;
  }
}

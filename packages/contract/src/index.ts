import * as secrets from '@vehicle-lookup/openapi/secrets';
import * as selectors from '@vehicle-lookup/openapi/selectors';
import { type OperationId, operationTable } from './table.gen.ts';

export { leaks, maskSecrets, maskSecretsInJson } from '@vehicle-lookup/openapi/secrets';
export {
  checkParameter,
  type OperationEntry,
  type OperationTable,
  type ParameterCheck,
  type ParameterRule,
  type Query,
  type QueryError,
  type QueryErrorKind,
} from '@vehicle-lookup/openapi/selectors';
export { type OperationId, type OperationParameters, operationTable } from './table.gen.ts';

/** The selected operation with its parameters as they were sent, or the first thing that is wrong with the query. */
export type Resolution<Id extends string = OperationId> = selectors.Resolution<Id>;

/**
 * Tells which operation a query selects (interface-specification.md, "Endpoints", rule 1), or what is wrong with it.
 * Never throws.
 * @param query the raw query text, or its decoded pairs
 */
export const resolveOperation = (query: selectors.Query): Resolution => selectors.resolve(operationTable, query);

/**
 * A body of the document's error schema.
 * @param text what happened, what was expected, and what to do next, for a person
 */
export const errorBody = (text: string): Record<string, selectors.Json> => selectors.errorBody(operationTable, text);

/**
 * Reads the base URL of a service, the specification's {base_url}; one that ends in the document's path means the same.
 * @returns the address without a slash at its end
 * @throws RangeError saying what was expected; the text is not repeated, since a pasted request holds the key
 */
export const readBaseUrl = (text: string): string => selectors.readBaseUrl(operationTable, text);

/** The secrets in a query: decoded, and in raw text also as they were written there. */
export const secretsOf = (query: selectors.Query): string[] => secrets.secretsOf(operationTable, query);

/**
 * Turns a request of a client that was generated from `@vehicle-lookup/spec/operations.json` into the one that the service
 * answers: `<base>/getFluids?carId=1` becomes `<base>/api/?carId=1&fluids=1`. Everything else stays: method, headers, body,
 * signal and the rest of the query. It takes what `fetch` takes, so `(input, init) => fetch(toWire(input, init))` replaces the
 * `fetch` of such a client.
 * @param input its path ends with an operationId; selectors may be in the query already
 * @throws RangeError when no such request is given; the query is not repeated, since it holds the credentials
 */
export const toWire = (input: Request | URL | string, init?: RequestInit): Request =>
  selectors.toWire(operationTable, input, init);

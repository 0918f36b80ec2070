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

/** The selected operation with its parameters as sent, or the first query error. */
export type Resolution<Id extends string = OperationId> = selectors.Resolution<Id>;

/**
 * Returns the operation that a query selects (interface-specification.md, "Endpoints", rule 1), or the first query error.
 * Never throws.
 * @param query the raw query string, or its decoded pairs
 */
export const resolveOperation = (query: selectors.Query): Resolution => selectors.resolve(operationTable, query);

/**
 * Returns an error body that conforms to the document's error schema.
 * @param text a readable message: what happened, what was expected, and what to do next
 */
export const errorBody = (text: string): Record<string, selectors.Json> => selectors.errorBody(operationTable, text);

/**
 * Reads the base URL of a service ({base_url} in the specification). The URL may end with the path of the document.
 * @returns the URL without a trailing slash
 * @throws RangeError with the expected format; the input is not repeated, because a pasted request may contain the key
 */
export const readBaseUrl = (text: string): string => selectors.readBaseUrl(operationTable, text);

/** Returns the secrets in a query: decoded and, if the query is a string, as written. */
export const secretsOf = (query: selectors.Query): string[] => secrets.secretsOf(operationTable, query);

/**
 * Converts a request by a client generated from `@vehicle-lookup/spec/operations.json` to a request for the service:
 * `<base>/getFluids?carId=1` becomes `<base>/api/?carId=1&fluids=1`. Method, headers, body, signal and the rest of the query do
 * not change. The arguments are the same as for `fetch`, so `(input, init) => fetch(toWire(input, init))` replaces the `fetch`
 * of such a client.
 * @param input a request whose path ends with an operationId; its query may already contain selectors
 * @throws RangeError for any other request; the query is not repeated, because it contains the credentials
 */
export const toWire = (input: Request | URL | string, init?: RequestInit): Request =>
  selectors.toWire(operationTable, input, init);

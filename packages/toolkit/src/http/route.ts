import { joinWords, type OperationTable } from '@vehicle-lookup/openapi/selectors';
import { errorResponse, type HttpResponse } from './response.ts';
import { headFault, isDecodable, isDocumentPath, readTarget } from './target.ts';

/** The parts of node:http's IncomingMessage that determine the routing of a request. */
export interface RequestHead {
  method?: string | undefined;
  /** The target of the request line. */
  url?: string | undefined;
  httpVersion: string;
  /** Alternating header names and values, as sent, because the `headers` of node:http omit a second Host. */
  rawHeaders: readonly string[];
}

/** The query to process, or the response to a request that is rejected regardless of its query. */
export type Route = { query: string; response?: undefined } | { query?: undefined; response: HttpResponse };

/** Maximum URL length in bytes. Valid URLs are much shorter. */
const LONGEST_ADDRESS = 2_048;

/** Returns the allowed methods, including HEAD and OPTIONS (assumptions head and options). */
export const allowedMethods = ({ method }: Pick<OperationTable, 'method'>): string[] => [
  ...new Set([method, 'HEAD', 'OPTIONS']),
];

/**
 * Routes a request before its query is read.
 * @param longestAddress maximum URL length in bytes
 */
export function route(table: OperationTable, request: RequestHead, longestAddress: number = LONGEST_ADDRESS): Route {
  const { method = '', url = '', httpVersion, rawHeaders } = request;
  const reject = (status: number, text: string): Route => ({ response: errorResponse(table, status, text) });
  const fault = headFault(rawHeaders, httpVersion);
  if (fault !== undefined) return reject(400, fault);
  if (url.length > longestAddress) return reject(414, `The address is longer than ${longestAddress} bytes.`);
  const { path, query } = readTarget(url);
  if (!isDocumentPath(table, path)) {
    if (isDecodable(path)) return { response: nothingHere(table) };
    return reject(400, 'The path contains an invalid escape. Percent-encode the path as UTF-8.');
  }
  if (method === table.method) return { query }; // most requests
  const allowed = allowedMethods(table);
  if (!allowed.includes(method)) return { response: methodNotAllowed(table) };
  if (method === 'OPTIONS')
    return { response: { status: 204, headers: { allow: allowed.join(', ') }, body: undefined } };
  return { query };
}

/** Returns a 404 without the API's error body, so that a client with an invalid base URL does not read it as "vehicle not found". */
const nothingHere = ({ path }: OperationTable): HttpResponse => ({
  status: 404,
  headers: {},
  body: JSON.stringify({ error: `There is nothing at this path; the interface is at ${path}.` }),
});

/** Returns the response to an unsupported method. */
export const methodNotAllowed = (table: OperationTable): HttpResponse =>
  errorResponse(table, 405, `This method is not supported; use ${joinWords(allowedMethods(table), 'or')}.`, {
    allow: allowedMethods(table).join(', '),
  });

/** Returns the response to a malformed query (see `readQuery`) with credentials (assumption precedence). */
export const malformedQuery = (table: OperationTable): HttpResponse =>
  errorResponse(table, 400, 'The query contains an invalid escape or character. Percent-encode the query as UTF-8.');

import { operationTable } from '@vehicle-lookup/contract';
import { readTraffic, TrafficError, type TrafficExchange } from '@vehicle-lookup/contract/recording';
import type { HttpResponse } from '@vehicle-lookup/toolkit/http';

/** Returns the recorded response to a query, or undefined if there is none. */
export type FindRecorded = (pairs: readonly (readonly [name: string, value: string])[]) => HttpResponse | undefined;

/** Response headers that a mock can repeat. Other headers depend on the connection or on the time of the recording. */
const KEPT = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after'];

/**
 * Reads recorded traffic: a HAR file from a contract run or a browser, or NDJSON from `--record`. Credentials are ignored. If a
 * query has several responses, the first successful response is used, or else the first response.
 * @throws TrafficError if the format is unknown or the file has no response from the API; the message does not quote the file
 */
export function readRecording(file: string): FindRecorded {
  const responses = new Map<string, HttpResponse>();
  for (const exchange of readTraffic(file).exchanges) {
    const { method, status, body } = exchange;
    const url = URL.canParse(exchange.url) ? new URL(exchange.url) : undefined;
    // Status 0 indicates a request without a response. A 304 response has no body, and a recorder may omit other bodies.
    if (method !== operationTable.method || status < 200 || status === 304 || !body || !isInterface(url)) continue;
    const key = keyOf([...url.searchParams]);
    const isBetter = status === 200 && responses.get(key)?.status !== 200;
    if (isBetter || !responses.has(key)) responses.set(key, responseOf(exchange, body));
  }
  if (responses.size === 0) throw new TrafficError(`${file} has no response from ${operationTable.path}`);
  return (pairs) => responses.get(keyOf(pairs));
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Returns whether a URL ends with the API path. The recorded service may have had a path prefix. */
const isInterface = (url: URL | undefined): url is URL =>
  url !== undefined && withoutSlash(url.pathname).endsWith(withoutSlash(operationTable.path));

/** Returns a key that is independent of the parameter order and the account. */
const keyOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  JSON.stringify(pairs.filter(([name]) => !operationTable.credentials.includes(name)).sort());

function responseOf({ status, headers, isDecoded }: TrafficExchange, body: Uint8Array): HttpResponse {
  const own = Object.fromEntries(headers.filter(([name]) => KEPT.includes(name)));
  // If the recorder decoded the body, the body is sent in UTF-8.
  const type = isDecoded && own['content-type']?.replace(/(charset=)[^;]+/i, '$1utf-8');
  return { status, headers: { ...own, ...(type && { 'content-type': type }) }, body };
}

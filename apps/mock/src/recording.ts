import { operationTable } from '@vehicle-lookup/contract';
import { readTraffic, TrafficError, type TrafficExchange } from '@vehicle-lookup/contract/recording';
import type { HttpResponse } from '@vehicle-lookup/toolkit/http';

/** Finds the recorded response to a query; undefined if there is none. */
export type FindRecorded = (pairs: readonly (readonly [name: string, value: string])[]) => HttpResponse | undefined;

/** Headers of a response that a mock can repeat. Others belong to the connection, or to the time of the recording. */
const KEPT = ['content-type', 'ratelimit', 'ratelimit-policy', 'retry-after'];

/**
 * Reads recorded traffic: HAR of a contract run or of a browser, or the lines (NDJSON) of `--record`. Credentials do not count.
 * Of several responses to one query the first success is taken, otherwise the first.
 * @throws TrafficError when the file is neither, or has no response of the interface; the message repeats nothing of it
 */
export function readRecording(file: string): FindRecorded {
  const responses = new Map<string, HttpResponse>();
  for (const exchange of readTraffic(file).exchanges) {
    const { method, status, body } = exchange;
    const url = URL.canParse(exchange.url) ? new URL(exchange.url) : undefined;
    // A status of 0 stands for a request without a response; a 304 has no body, and a program may not have kept one.
    if (method !== operationTable.method || status < 200 || status === 304 || !body || !isInterface(url)) continue;
    const key = keyOf([...url.searchParams]);
    const isBetter = status === 200 && responses.get(key)?.status !== 200;
    if (isBetter || !responses.has(key)) responses.set(key, responseOf(exchange, body));
  }
  if (responses.size === 0) throw new TrafficError(`${file}: it has no response of ${operationTable.path}`);
  return (pairs) => responses.get(keyOf(pairs));
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

/** Whether an address ends with the path of the interface; the service may have been behind another path. */
const isInterface = (url: URL | undefined): url is URL =>
  url !== undefined && withoutSlash(url.pathname).endsWith(withoutSlash(operationTable.path));

/** The same for every order of the parameters, and for every account. */
const keyOf = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  JSON.stringify(pairs.filter(([name]) => !operationTable.credentials.includes(name)).sort());

function responseOf({ status, headers, isDecoded }: TrafficExchange, body: Uint8Array): HttpResponse {
  const own = Object.fromEntries(headers.filter(([name]) => KEPT.includes(name)));
  // The program that recorded has decoded a text; it is sent in UTF-8.
  const type = isDecoded && own['content-type']?.replace(/(charset=)[^;]+/i, '$1utf-8');
  return { status, headers: { ...own, ...(type && { 'content-type': type }) }, body };
}

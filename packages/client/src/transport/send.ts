import { failure, path } from '../contract/contract.gen.ts';

/** Sends a request, as the global `fetch` does. It must support `redirect: 'manual'`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** Options of a single request. */
export interface Init {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  fetch?: Fetch | undefined;
}

export type Query = Record<string, unknown>;

/** The response of the service without its address, which contains the key. */
export interface ServiceResponse {
  status: number;
  headers: Headers;
  /** The JSON object or array; undefined for any other body. */
  body: object | undefined;
}

/**
 * Sends a query to the only path of the interface.
 * @throws the error of `fetch`, which may contain the address
 */
export async function send(
  baseUrl: string,
  query: Query,
  { fetch = globalThis.fetch, ...init }: Init,
): Promise<ServiceResponse> {
  // URLSearchParams takes longer than the rest of this function.
  let address = `${baseUrl}${path}?`;
  for (const name in query) {
    if (query[name] != null) address += `${encodeURIComponent(name)}=${encodeURIComponent(`${query[name]}`)}&`;
  }
  // A redirect would send the key to another address. The contract has no redirects (assumption trailing-slash).
  const response = await fetch(address.slice(0, -1), { ...init, redirect: 'manual' } as RequestInit);
  const { status, headers } = response;
  return { status, headers, body: parse(await response.text()) };
}

/** Undefined for a text that is not a JSON object or array. The error of `JSON.parse` would quote the text. */
export function parse(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body ? body : undefined;
  } catch {
    return undefined;
  }
}

/** True for the body of a failure. A failure may have the status of a success (assumption failure-in-200). */
export const isRefusal = (body: object): boolean =>
  Object.keys(failure).some((name) => (body as Query)[name] === failure[name]);

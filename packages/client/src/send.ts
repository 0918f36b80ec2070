import { failure, path } from './contract.gen.ts';

/** Sends a request, as the global `fetch` does; it must honour `redirect: 'manual'`. */
export type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/** What may be said of a single request. */
export interface Init {
  signal?: AbortSignal | undefined;
  headers?: Record<string, string> | undefined;
  fetch?: Fetch | undefined;
}

export type Query = Record<string, unknown>;

/** What the service said. The response is left behind, because its address holds the key. */
export interface Received {
  status: number;
  headers: Headers;
  /** The JSON object or array; undefined when there is none. */
  body: object | undefined;
}

/**
 * Sends a query to the interface's only path.
 * @throws the fault of `fetch`, which may hold the address
 */
export async function send(
  baseUrl: string,
  query: Query,
  { fetch = globalThis.fetch, ...init }: Init,
): Promise<Received> {
  // Faster than URLSearchParams by more than the rest of this function takes.
  let address = `${baseUrl}${path}?`;
  for (const name in query) {
    if (query[name] != null) address += `${encodeURIComponent(name)}=${encodeURIComponent(`${query[name]}`)}&`;
  }
  // Followed, a redirect would carry the key on; the contract has none (assumption trailing-slash).
  const response = await fetch(address.slice(0, -1), { ...init, redirect: 'manual' } as RequestInit);
  const body = parse(await response.text());
  const { status, headers } = response;
  return { status, headers, body: typeof body === 'object' && body ? body : undefined };
}

/** The parser's own error would quote the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A failure may come with the status of a success (assumption failure-in-200); then its body says so. */
export const isRefusal = (body: object): boolean =>
  Object.entries(failure).some(([name, value]) => (body as Query)[name] === value);

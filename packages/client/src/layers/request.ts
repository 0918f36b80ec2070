import { maskSecrets } from '@vehicle-lookup/openapi/secrets';
import { parse } from '../call/response.ts';
import { isRejection } from '../call/response-error.ts';
import { identity, secrets } from '../contract/contract.gen.ts';

/** A limit in the service's `RateLimit` and `RateLimit-Policy` headers (draft-ietf-httpapi-ratelimit-headers). */
export interface RateLimit {
  name: string;
  /** The remaining requests, and the seconds until more requests are available. */
  r?: number;
  t?: number;
  /** The number of requests in a window of `w` seconds. */
  q?: number;
  w?: number;
}

/** Returns the limits from both headers, combined by name; empty if the service does not send these headers. */
export function rateLimits(headers: Headers): RateLimit[] {
  const limits = new Map<string, RateLimit>();
  for (const header of ['ratelimit', 'ratelimit-policy']) {
    for (const [, name = '', parameters = ''] of (headers.get(header) ?? '').matchAll(/"([^"]*)"([^,]*)/g)) {
      const limit = limits.get(name) ?? { name };
      for (const [, letter = '', digits] of parameters.matchAll(/;\s*([qrtw])=(\d+)/g))
        limit[letter as 'r'] = Number(digits);
      limits.set(name, limit);
    }
  }
  return [...limits.values()];
}

/** The responses that the service charges for: successes, or every lookup, even without a result (status 404). */
export type Charge = 'success' | 'lookup';

/** Returns the URL without credentials, with its parameters in a fixed order. */
export function keyOf(address: string): string {
  const { origin, pathname, searchParams } = new URL(address);
  for (const name of [...identity, ...secrets]) searchParams.delete(name);
  searchParams.sort();
  return maskFor(address)(`${origin + pathname}?${searchParams}`);
}

/** Returns a function that masks the secrets of a request URL. */
export function maskFor(address: string): (text: string) => string {
  const { searchParams } = new URL(address);
  const known = secrets.flatMap((name) => searchParams.getAll(name));
  return (text) => maskSecrets(text, known);
}

/** A response as a plain object, which can be stored and read more than once. */
export interface StoredResponse {
  status: number;
  headers: [name: string, value: string][];
  text: string;
}

/** Reads a complete response into a plain object. */
export async function toStoredResponse(response: Response): Promise<StoredResponse> {
  return { status: response.status, headers: [...response.headers], text: await response.text() };
}

/** Converts a stored response to a `Response`. A redirect, which is not followed, has no status. */
export const responseOf = ({ status, headers, text }: StoredResponse): Response =>
  status ? new Response([204, 205, 304].includes(status) ? null : text, { status, headers }) : Response.error();

/** Reports whether the service charged a response (assumptions charging and failure-in-200). */
export function isCharged({ status, text }: Pick<StoredResponse, 'status' | 'text'>, charge: Charge): boolean {
  const body = parse(text);
  if (status === 404) return charge === 'lookup' && isRejection(body);
  return status >= 200 && status < 300 && !isRejection(body);
}

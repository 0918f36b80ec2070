/** A limit of the service, as the headers `RateLimit` and `RateLimit-Policy` state it (draft-ietf-httpapi-ratelimit-headers). */
export interface RateLimit {
  name: string;
  /** Requests that are left, and the seconds until there are more. */
  r?: number;
  t?: number;
  /** Requests in a window of `w` seconds. */
  q?: number;
  w?: number;
}

/** The limits of both headers, by name. Empty if the service sends none. */
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

import type { ResponseHeaders } from '@vehicle-lookup/toolkit/http';

/** The maximum number of consultations per user in a rolling window. */
export interface AllowanceLimit {
  limit: number;
  windowSeconds: number;
}

/** The result of charging a consultation. */
export interface ChargedResponse {
  isExhausted: boolean;
  /** `RateLimit` and `RateLimit-Policy`, and `Retry-After` if the allowance is exhausted. */
  headers: ResponseHeaders;
}

/** Charges a consultation to a user. */
export type ChargeUser = (user: string) => ChargedResponse;

/** Returns a function that counts consultations as the reference service does. @param now returns the current time in milliseconds */
export function createCharge({ limit, windowSeconds }: AllowanceLimit, now: () => number = Date.now): ChargeUser {
  const times = new Map<string, number[]>();
  return (user) => {
    const time = now();
    const used = times.get(user) ?? [];
    while (used[0] !== undefined && time - used[0] >= windowSeconds * 1000) used.shift();
    const isExhausted = used.length >= limit;
    if (!isExhausted) used.push(time);
    times.set(user, used);
    const [oldest = time] = used;
    const seconds = Math.max(1, Math.ceil((oldest + windowSeconds * 1000 - time) / 1000));
    return {
      isExhausted,
      headers: {
        ratelimit: `"allowance";r=${limit - used.length};t=${seconds}`,
        'ratelimit-policy': `"allowance";q=${limit};w=${windowSeconds}`,
        ...(isExhausted && { 'retry-after': String(seconds) }),
      },
    };
  };
}

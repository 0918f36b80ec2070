import type { Plan } from '../accounts/accounts.ts';
import type { Allowance } from '../quota/quota.ts';
import { refusal, type Told } from './told.ts';

/**
 * `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds, `r` left,
 * more in `t` seconds.
 */
export const allowanceHeaders = (
  plan: Plan,
  { limit, windowSeconds, remaining, resetSeconds }: Allowance,
): Record<string, string> => ({
  ratelimit: `"allowance";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"allowance";q=${limit};w=${windowSeconds}, "burst";q=${plan.burst};w=1`,
});

export const exhausted = (plan: Plan, allowance: Allowance, retryAfterSeconds: number): Told =>
  refusal(429, 'The allowance of your plan is exhausted.', {
    ...allowanceHeaders(plan, allowance),
    'retry-after': String(retryAfterSeconds),
  });

export const tooFast = (plan: Plan, retryAfterSeconds: number): Told =>
  refusal(429, 'Too many requests in one second.', {
    ratelimit: `"burst";r=0;t=${retryAfterSeconds}`,
    'ratelimit-policy': `"burst";q=${plan.burst};w=1`,
    'retry-after': String(retryAfterSeconds),
  });

import type { Headers, Reply } from '@vehicle-lookup/selectors/http';
import type { Plan } from '../../accounts/account.ts';
import type { Allowance } from '../../quota/quota.ts';
import { refusal } from './replies.ts';

/**
 * `RateLimit` and `RateLimit-Policy` as in draft-ietf-httpapi-ratelimit-headers: `q` requests in `w` seconds, `r` left,
 * more in `t` seconds.
 */
export const allowanceHeaders = (
  plan: Plan,
  { limit, windowSeconds, remaining, resetSeconds }: Allowance,
): Headers => ({
  ratelimit: `"allowance";r=${remaining};t=${resetSeconds}`,
  'ratelimit-policy': `"allowance";q=${limit};w=${windowSeconds}, "burst";q=${plan.burst};w=1`,
});

/** 429: nothing is left in the rolling window. */
export const allowanceExhausted = (plan: Plan, allowance: Allowance, retryAfterSeconds: number): Reply =>
  refusal(429, 'The allowance of your plan is exhausted.', {
    ...allowanceHeaders(plan, allowance),
    'retry-after': String(retryAfterSeconds),
  });

/** 429: the account runs as many long searches as it may. */
export const tooManySearches: Reply = refusal(
  429,
  'Too many searches at once: wait for one to end, or give more of the VIN.',
  { 'retry-after': '1' },
);

/** 429: more requests in a second than the plan allows. */
export const tooManyPerSecond = (plan: Plan, retryAfterSeconds: number): Reply =>
  refusal(429, 'Too many requests in one second.', {
    ratelimit: `"burst";r=0;t=${retryAfterSeconds}`,
    'ratelimit-policy': `"burst";q=${plan.burst};w=1`,
    'retry-after': String(retryAfterSeconds),
  });

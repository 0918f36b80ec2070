import { ALLOW } from './told.ts';

/** On every answer: the key stands in the address, so nobody may keep or pass it on. */
export const FIXED: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
};

const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id';
/** Seconds for which a browser need not ask again. */
const PREFLIGHT_AGE = '600';

/** What a browser page of this origin needs; nothing for an origin that is not on the list. */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
  method: string,
): Record<string, string> {
  if (origin === undefined || !origins.includes(origin)) return {};
  const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
  if (method !== 'OPTIONS') return allowed;
  return {
    ...allowed,
    'access-control-allow-methods': ALLOW,
    'access-control-allow-headers': '*',
    'access-control-max-age': PREFLIGHT_AGE,
  };
}

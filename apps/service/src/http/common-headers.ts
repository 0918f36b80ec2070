import { operationTable } from '@vehicle-lookup/contract';
import { allowedMethods, PRIVATE_HEADERS, type ResponseHeaders } from '@vehicle-lookup/toolkit/http';

const FIXED: ResponseHeaders = { ...PRIVATE_HEADERS, vary: 'Origin' };
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Catalogue-Version, X-Request-Id';
/** Seconds for which a browser may skip another preflight. */
const PREFLIGHT_AGE = '600';

/** The headers of every response. */
export const commonHeaders = (requestId: string): Record<string, string> => ({ ...FIXED, 'x-request-id': requestId });

/** The headers that a page of this origin needs; none for an origin that is not on the list. */
export function corsHeaders(
  origins: readonly string[],
  origin: string | undefined,
  method: string | undefined,
): ResponseHeaders {
  if (origin === undefined || !origins.includes(origin)) return {};
  const allowed = { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED };
  if (method !== 'OPTIONS') return allowed;
  return {
    ...allowed,
    'access-control-allow-methods': allowedMethods(operationTable).join(', '),
    // The asterisk does not include Authorization.
    'access-control-allow-headers': 'Authorization, X-Api-Key, *',
    'access-control-max-age': PREFLIGHT_AGE,
  };
}

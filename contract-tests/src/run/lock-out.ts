import { type RequestObservation, replyOf } from './observation.ts';
import { retryAfter } from './repeat.ts';

/**
 * Why no further wrong secret is sent: the service says that it is locking the account out, by `Retry-After` on a 401, or it
 * has done so, and refuses the right secret, too.
 */
export function lockOutOf(observations: readonly RequestObservation[]): string | undefined {
  const sent = observations.filter(({ request }) => request.isWrongSecret);
  const said = sent.findIndex((observation) => {
    const reply = replyOf(observation);
    return reply?.status === 401 && retryAfter(reply, 0) !== undefined;
  });
  const count = said >= 0 ? said + 1 : observations.some(isLockedOut) ? sent.length : 0;
  if (count === 0) return undefined;
  return `the service locked the account out after ${count} wrong ${count === 1 ? 'secret' : 'secrets'} (401)`;
}

/** The right credentials are refused after wrong secrets were sent: the account is locked out. */
export const isLockedOut = (
  observation: RequestObservation,
  index: number,
  all: readonly RequestObservation[],
): boolean => isOwnRefusal(observation) && all.slice(0, index).some(({ request }) => request.isWrongSecret);

const isOwnRefusal = (observation: RequestObservation): boolean =>
  replyOf(observation)?.status === 401 && observation.request.status !== '401' && !observation.request.account;

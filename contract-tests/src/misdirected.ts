import { mediaType } from './checks/media-type.ts';
import type { Target } from './plan/profile.ts';
import type { Seen } from './seen.ts';

/** Why a run says nothing of the contract: it was led to the wrong place, or with the wrong credentials. */
export interface Misdirection {
  /** One line for a person. */
  failure: string;
  /** Why the rest was not asked for. */
  reason: string;
}

/** So many answers, the first ones, tell a wrong option from a fault of the service. */
const FIRST = 3;

/** What the answers so far say of the run's options rather than of the service; undefined where they say nothing. */
export function misdirected(seen: readonly Seen[], address: string, target: Target): Misdirection | undefined {
  return target === 'mock' ? (noMock(seen, address) ?? noService(seen, address)) : noService(seen, address);
}

function noService(seen: readonly Seen[], address: string): Misdirection | undefined {
  const answered = seen.filter(({ answer }) => answer);
  if (answered.length !== FIRST) return undefined;
  if (answered.every(isRefused)) {
    return {
      failure: `${address} refuses the credentials: the first ${FIRST} good requests were answered with 401; are --user and --key those of an account there?`,
      reason: 'the credentials were refused (401)',
    };
  }
  if (!answered.every(isForeign)) return undefined;
  const statuses = [...new Set(answered.map(({ answer }) => answer?.status))].join(' and ');
  return {
    failure: `${address} is not answered by the interface: the first ${FIRST} good requests were answered with ${statuses}; is this its base address, and is the service up?`,
    reason: `the interface does not answer there (${statuses})`,
  };
}

/** What costs a service's account something ends at the first signs. */
function noMock(seen: readonly Seen[], address: string): Misdirection | undefined {
  const last = seen.at(-1);
  if (last?.answer?.status === 429 && last.request.status !== '429') {
    return {
      failure: `${address} answered with 429, which nothing asked for; is this the mock?`,
      reason: 'no mock (429)',
    };
  }
  const asked = seen.filter(({ request, answer }) => request.prefer && request.status !== '200' && answer);
  if (asked.length !== FIRST || asked.some(({ request, answer }) => String(answer?.status) === request.status)) {
    return undefined;
  }
  return {
    failure: `${address} ignores Prefer: ${FIRST} requests for an error had another answer; is this the mock?`,
    reason: 'no mock (it ignores Prefer)',
  };
}

/** A good request that says more of the credentials than of its operation. */
const isRefused = ({ request, answer }: Seen): boolean => request.why === 'good request' && answer?.status === 401;

/** An answer by something before the service, or by another one: a page, a gateway that reaches nothing. */
const isForeign = ({ answer }: Seen): boolean =>
  answer !== undefined &&
  answer.status >= 400 &&
  ([502, 503, 504].includes(answer.status) || mediaType(answer).some(({ code }) => code === 'content-type'));

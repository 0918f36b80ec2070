import type { Judgement } from '../../judge/judgement.ts';
import { headerOf } from '../../run/response.ts';
import { type AssumptionCheck, confirmed, confirmedBy, contradicted, notObserved } from '../assumption-check.ts';

/** An allowance has a window of days; a limit of seconds or minutes is another thing. */
const SHORTEST_WINDOW_S = 3600;
/** The plans have 100 consultations or more; a smaller limit is one of a second or a minute. */
const SMALLEST_ALLOWANCE = 100;

/** How much of the allowance is left, as a success says by one of the usual headers. */
function left({ response }: Judgement): { header: string; rest: number } | undefined {
  if (response?.status !== 200) return undefined;
  const [, own] = /"allowance"[^,]*;\s*r=(\d+)/.exec(headerOf(response, 'ratelimit') ?? '') ?? [];
  if (own !== undefined) return { header: 'ratelimit', rest: Number(own) };
  for (const prefix of ['ratelimit', 'x-ratelimit', 'x-rate-limit', 'x-quota']) {
    const read = (name: string) => Number(headerOf(response, `${prefix}-${name}`) ?? Number.NaN);
    const reset = read('reset');
    if (reset < SHORTEST_WINDOW_S || read('limit') < SMALLEST_ALLOWANCE) continue;
    if (Number.isInteger(read('remaining'))) return { header: `${prefix}-remaining`, rest: read('remaining') };
  }
  return undefined;
}

const charging: AssumptionCheck = {
  id: 'charging',
  judge: (judgements, { target }) => {
    if (target === 'mock') return notObserved('a mock charges nothing');
    const charged = judgements.filter(
      ({ request, response }) => response?.status === 200 && request.account === undefined,
    );
    const [first, last] = [charged.at(0), charged.at(-1)];
    const [before, after] = [first && left(first), last && left(last)];
    if (!before || !after || !first || !last) return notObserved('no quota headers say what is left');
    const [spent, expected] = [before.rest - after.rest, charged.length - 1];
    if (spent === expected) return confirmed(`${expected} further successes took ${spent} consultations, errors none`);
    // Others may use the account at the same time, and its window moves: only a service that charges less than it says shows.
    return spent < expected && spent >= 0
      ? contradicted(last, `${expected} further successes took ${spent} consultations`, {
          title: 'Successes take less from the allowance than one consultation each',
          expected: `${before.rest - expected} left: one consultation for each success`,
          evidence: `${after.header}: ${after.rest} left after the last of ${charged.length} successes, ${before.rest} after the first`,
          compared: first.request,
          next: 'Count one consultation for each success, or correct the header that says what is left.',
        })
      : notObserved(`${expected} further successes, ${spent} consultations less: others use the account`);
  },
};

/** RFC 9110, section 10.2.3. */
const isRetryAfter = (value: string): boolean => /^\d+$/.test(value) || new Date(value).toUTCString() === value;

const retryAfter: AssumptionCheck = {
  id: 'retry-after',
  judge: (judgements) => {
    const sent = judgements.filter(({ response }) => response && headerOf(response, 'retry-after') !== undefined);
    const other = sent.find(({ response }) => response && !isRetryAfter(headerOf(response, 'retry-after') ?? ''));
    if (other) {
      return contradicted(other, 'a Retry-After that is neither a number of seconds nor an HTTP date', {
        header: 'retry-after',
        expected: 'a Retry-After in seconds or as an HTTP date',
        standard: 'RFC 9110, section 10.2.3',
        next: 'Write the number of seconds into Retry-After, for example 60.',
      });
    }
    return confirmedBy(sent.length, 'a Retry-After in seconds or as an HTTP date');
  },
};

export const allowance: readonly AssumptionCheck[] = [charging, retryAfter];

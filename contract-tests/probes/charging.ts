import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { headerOf } from '../src/exchange.ts';
import type { Seen } from '../src/seen.ts';
import { confirmed, contradicted, notObserved } from './shared/results.ts';

/** What a success says is left of the allowance. */
function left({ answer }: Seen): number | undefined {
  if (answer?.status !== 200) return undefined;
  const [, rest] = /"allowance"[^,]*;\s*r=(\d+)/.exec(headerOf(answer, 'ratelimit') ?? '') ?? [];
  return rest === undefined ? undefined : Number(rest);
}

export const probe: AssumptionProbe = {
  judge: (seen, target) => {
    if (target === 'mock') return notObserved('a mock charges nothing');
    const charged = seen.filter(({ request, answer }) => answer?.status === 200 && request.account === undefined);
    const [first, last] = [charged.at(0), charged.at(-1)];
    const [before, after] = [first && left(first), last && left(last)];
    if (before === undefined || after === undefined || !last) return notObserved('no quota headers tell what is left');
    const [spent, expected] = [before - after, charged.length - 1];
    if (spent === expected) return confirmed(`${expected} further successes took ${spent} consultations, errors none`);
    // Others may use the account at the same time, and its window moves: only charging less than said can be seen.
    return spent < expected && spent >= 0
      ? contradicted(last, `${expected} further successes took ${spent} consultations`)
      : notObserved(`${expected} further successes, ${spent} consultations less: others use the account`);
  },
};

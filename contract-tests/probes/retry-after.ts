import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { headerOf } from '../src/exchange.ts';
import { confirmedBy, contradicted } from './shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (seen) => {
    const sent = seen.filter(({ answer }) => answer && headerOf(answer, 'retry-after') !== undefined);
    const other = sent.find(({ answer }) => answer && !/^\d+$/.test(headerOf(answer, 'retry-after') ?? ''));
    if (other) return contradicted(other, 'a Retry-After that is not a number of seconds');
    return confirmedBy(sent.length, 'a Retry-After in seconds');
  },
};

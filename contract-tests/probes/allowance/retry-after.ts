import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { headerOf } from '../../src/run/reply.ts';
import { confirmedBy, contradicted } from '../shared/results.ts';

export const probe: AssumptionProbe = {
  judge: (judgements) => {
    const sent = judgements.filter(({ reply }) => reply && headerOf(reply, 'retry-after') !== undefined);
    const other = sent.find(({ reply }) => reply && !/^\d+$/.test(headerOf(reply, 'retry-after') ?? ''));
    if (other) return contradicted(other, 'a Retry-After that is not a number of seconds');
    return confirmedBy(sent.length, 'a Retry-After in seconds');
  },
};

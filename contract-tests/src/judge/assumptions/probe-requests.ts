import type { ContractOperation } from '../../plan/document.ts';
import type { Pair } from '../../plan/request.ts';
import { goodQuery } from '../../plan/requests/good-query.ts';
import type { Judgement } from '../judgement.ts';
import type { ProbeContext, ProbeRequest, ProbeResult } from './assumption-probe.ts';
import { confirmed, contradicted, notObserved } from './probe-results.ts';

/**
 * A request that is made from the good one of an operation; none where the document has no such operation.
 * @param change makes its query from the good one
 */
export function probeRequest(
  operations: readonly ContractOperation[],
  request: Omit<ProbeRequest, 'query'>,
  change: (good: Pair[]) => Pair[] = (good) => good,
): ProbeRequest[] {
  const entry = operations.map((operation) => operation.entry).find(({ id }) => id === request.operation);
  return entry ? [{ ...request, query: (known) => change(goodQuery(entry, known)) }] : [];
}

/** The judgements of an assumption's own requests. */
export const ofProbe = (judgements: readonly Judgement[], id: string): Judgement[] =>
  judgements.filter(({ request }) => request.probeOf === id);

/** Confirmed where each of an assumption's own requests has the expected status. */
export function judgeStatuses(judgements: readonly Judgement[], { id }: ProbeContext): ProbeResult {
  const answered = ofProbe(judgements, id).filter(({ reply }) => reply);
  const wrong = answered.find(({ request, reply }) => String(reply?.status) !== request.status);
  if (wrong) {
    const { request, reply } = wrong;
    return contradicted(wrong, `${request.id}: status ${reply?.status}, not ${request.status}`);
  }
  if (answered.length === 0) return notObserved('no such request was made');
  return confirmed(answered.map(({ request, reply }) => `${request.id}: ${reply?.status}`).join('; '));
}

import type { ProbeRequest, ProbeResult } from '../../src/judge/assumption-probe.ts';
import type { Judgement } from '../../src/judge/judgement.ts';
import type { ContractOperation } from '../../src/plan/document.ts';
import type { Pair } from '../../src/plan/request.ts';
import { goodQuery } from '../../src/plan/requests/good-query.ts';
import { confirmed, contradicted, notObserved } from './results.ts';

/** A request that is made from the good one of an operation; none where the document has no such operation. */
export function probeRequest(
  operations: readonly ContractOperation[],
  operation: string,
  rest: Pick<ProbeRequest, 'why' | 'status'> & Partial<ProbeRequest>,
  change: (good: Pair[]) => Pair[] = (good) => good,
): ProbeRequest[] {
  const entry = operations.map((own) => own.entry).find(({ id }) => id === operation);
  if (!entry) return [];
  return [{ id: rest.why, operation, query: (known) => change(goodQuery(entry, known)), ...rest }];
}

/** The judgements of an assumption's own requests. */
export const ofProbe = (judgements: readonly Judgement[], id: string): Judgement[] =>
  judgements.filter(({ request }) => request.probeOf === id);

/** Confirmed where each of them has the expected status. */
export function judgeStatuses(judgements: readonly Judgement[], id: string): ProbeResult {
  const own = ofProbe(judgements, id).filter(({ reply }) => reply);
  const wrong = own.find(({ request, reply }) => String(reply?.status) !== request.status);
  if (wrong) {
    const { request, reply } = wrong;
    return contradicted(wrong, `${request.why}: status ${reply?.status}, not ${request.status}`);
  }
  if (own.length === 0) return notObserved('no such request was made');
  return confirmed(own.map(({ request, reply }) => `${request.why}: ${reply?.status}`).join('; '));
}

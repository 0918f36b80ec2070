import type { Violation } from '../checks/violation.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Cell } from './report.ts';

/** Whether a violation makes its cell wrong. */
export type Fails = (violation: Violation) => boolean;

/** What one judgement says of its cell, contradictions weighed. */
export interface CellResult {
  judgement: Judgement;
  state: Cell['state'];
  reason?: string;
}

const CONTRADICTED = 'an assumption that leads here is contradicted';

export const isContradicted = ({ state, reason }: CellResult): boolean =>
  state === 'not-observed' && reason === CONTRADICTED;

export function cellResult(judgement: Judgement, fails: Fails): CellResult {
  const { state, reason, request, response, violations } = judgement;
  // No request asked for this 429: it may be a burst limit, which does not show how an exhausted allowance is rejected.
  if (state === 'pass' && request.kind === 'rejection' && request.status === '429') {
    return { judgement, state: 'not-observed', reason: 'it came where another response was asked for' };
  }
  if (state !== 'fail') return { judgement, state, ...(reason === undefined ? {} : { reason }) };
  if (violations.some(fails)) return { judgement, state: 'fail' };
  // Only contradictions and warnings: the response counts where it is the one that was asked for.
  return String(response?.status) === request.status
    ? { judgement, state: 'pass' }
    : { judgement, state: 'not-observed', reason: CONTRADICTED };
}

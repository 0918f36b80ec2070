import type { Finding } from './finding.ts';
import type { Target } from './plan/plan.ts';

/**
 * - `pass`, `fail`: at least one answer was judged, and all were right, or not
 * - `error`: no judgement was possible: the network, the allowance, or the suite itself
 * - `not-applicable`: no request can lead there; the reason says why
 * - `not-observed`: this run did not lead there; never to be read as right
 */
export type CellState = 'pass' | 'fail' | 'error' | 'not-applicable' | 'not-observed';

/** One declared answer of one operation. */
export interface Cell {
  operation: string;
  status: string;
  /** Only where the document names the forms of the body. */
  envelope?: string;
  state: CellState;
  /** Why it is neither right nor wrong. */
  reason?: string;
  /** Answers that were judged. */
  answers: number;
}

/** What a run found. It never holds a credential. */
export interface Report {
  target: Target;
  /** Without query. */
  address: string;
  /** `incomplete`: nothing wrong was found, but an operation was not seen to succeed, or an answer could not be judged. */
  verdict: 'conformant' | 'not conformant' | 'incomplete';
  /** Requests that were made. */
  requests: number;
  /** Every declared cell, operation by operation. */
  cells: Cell[];
  findings: Finding[];
  /** What this run could not look for at all. */
  notes: string[];
}

/**
 * The run's verdict. Cells that a service was not led to neither fail it nor count as right; an operation that was
 * never seen to succeed leaves the run incomplete.
 */
export function verdictOf(cells: readonly Cell[]): Report['verdict'] {
  if (cells.some(({ state }) => state === 'fail')) return 'not conformant';
  const succeeded = new Set(
    cells.filter(({ status, state }) => isSuccess(status) && state === 'pass').map(operationOf),
  );
  const complete = cells.every((cell) => cell.state !== 'error' && succeeded.has(operationOf(cell)));
  return complete ? 'conformant' : 'incomplete';
}

const isSuccess = (status: string): boolean => status.startsWith('2');
const operationOf = ({ operation }: Cell): string => operation;

import type { Union } from '../history/union.ts';
import type { AssumptionResult } from '../judge/judge-assumptions.ts';
import type { Case } from '../plan/request.ts';
import type { VerifiedClause } from './verified.ts';

/** The assumptions and clauses that no response tested, neither of this run nor of its history. */
export interface NotTested {
  /** Ids. */
  assumptions: string[];
  /** Ids. */
  clauses: string[];
  /** Ids of the assumptions and clauses for which a larger profile, or the next runs of a history, have requests. */
  inLargerProfiles: string[];
}

/**
 * Lists what a run did not test. What no request can show is not part of it.
 * @param unplanned the test cases that the run left out
 */
export function listNotTested(
  assumptions: readonly AssumptionResult[],
  clauses: readonly VerifiedClause[],
  unplanned: readonly Pick<Case, 'rests'>[],
  history: Pick<Union, 'assumptions' | 'clauses'> = { assumptions: [], clauses: [] },
): NotTested {
  const before = new Set([...history.assumptions, ...history.clauses].map(({ name }) => name));
  const open = (entries: readonly { id: string; state: string }[], state: string): string[] =>
    entries.filter((entry) => entry.state === state && !before.has(entry.id)).map(({ id }) => id);
  const found = { assumptions: open(assumptions, 'not-observed'), clauses: open(clauses, 'not-asked') };
  const left = new Set(unplanned.map(({ rests: { assumption, clause } }) => assumption ?? clause));
  return { ...found, inLargerProfiles: [...found.assumptions, ...found.clauses].filter((id) => left.has(id)) };
}

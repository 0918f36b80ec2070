import type { Union } from '../history/union.ts';
import type { AssumptionResult } from '../judge/assumptions/judge-assumptions.ts';
import { listCases } from '../plan/requests/cases.ts';
import type { RunPlan } from '../plan/run-plan.ts';
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

/** Lists what a run did not test. What no request can show is not part of it. */
export function listNotTested(
  plan: RunPlan,
  assumptions: readonly AssumptionResult[],
  clauses: readonly VerifiedClause[],
  history: Pick<Union, 'assumptions' | 'clauses'> = { assumptions: [], clauses: [] },
): NotTested {
  const before = new Set([...history.assumptions, ...history.clauses].map(({ name }) => name));
  const open = (entries: readonly { id: string; state: string }[], state: string): string[] =>
    entries.filter((entry) => entry.state === state && !before.has(entry.id)).map(({ id }) => id);
  const found = { assumptions: open(assumptions, 'not-observed'), clauses: open(clauses, 'not-asked') };
  const planned = new Set(plan.requests.map(({ id }) => id));
  const left = plan.target === 'mock' ? [] : listCases(plan.contract, plan).filter(({ id }) => !planned.has(id));
  const asked = new Set(left.flatMap(({ rests: { assumption, clause } }) => assumption ?? clause ?? []));
  return { ...found, inLargerProfiles: [...found.assumptions, ...found.clauses].filter((id) => asked.has(id)) };
}

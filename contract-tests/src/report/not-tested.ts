import type { Union } from '../history/union.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import { createKnownData } from '../plan/known-data.ts';
import type { Case } from '../plan/request.ts';
import { listCases } from '../plan/requests/cases.ts';

/** The assumptions and clauses that no response in this run or its history tested. */
export interface NotTested {
  /** The ids of the assumptions. */
  assumptions: string[];
  /** The ids of the clauses. */
  clauses: string[];
  /** The ids of the assumptions and clauses for which a larger profile, or the next runs of a history, have requests. */
  inLargerProfiles: string[];
}

/** An assumption or clause with its state in a run. */
type Entry = { id: string; state: string };

/** Returns the test cases that do not need a further account. A larger profile includes more of these cases. */
export const casesOfOneAccount = (contract: VerifiedContract): readonly Case[] =>
  listCases(contract, { known: createKnownData(contract.operations), accounts: {}, planLacks: [] });

/**
 * Lists the untested assumptions and clauses of a run, except entries that no request can test.
 * @param unplanned the test cases that the run did not include
 */
export function listNotTested(
  assumptions: readonly Entry[],
  clauses: readonly Entry[],
  unplanned: readonly Pick<Case, 'rests'>[],
  history: Pick<Union, 'assumptions' | 'clauses'> = { assumptions: [], clauses: [] },
): NotTested {
  const before = new Set([...history.assumptions, ...history.clauses].map(({ name }) => name));
  const open = (entries: readonly Entry[], state: string): string[] =>
    entries.filter((entry) => entry.state === state && !before.has(entry.id)).map(({ id }) => id);
  const found = { assumptions: open(assumptions, 'not-observed'), clauses: open(clauses, 'not-asked') };
  const left = new Set(unplanned.map(({ rests: { assumption, clause } }) => assumption ?? clause));
  return { ...found, inLargerProfiles: [...found.assumptions, ...found.clauses].filter((id) => left.has(id)) };
}

import type { Union } from '../history/union.ts';
import type { VerifiedContract } from '../plan/contract.ts';
import { createKnownData } from '../plan/known-data.ts';
import type { Case } from '../plan/request.ts';
import { listCases } from '../plan/requests/cases.ts';

/** The assumptions and clauses that no response tested, neither of this run nor of its history. */
export interface NotTested {
  /** Ids. */
  assumptions: string[];
  /** Ids. */
  clauses: string[];
  /** Ids of the assumptions and clauses for which a larger profile, or the next runs of a history, have requests. */
  inLargerProfiles: string[];
}

/** An assumption or clause with what a run found out about it. */
type Entry = { id: string; state: string };

/** The test cases that need no further account, by which a larger profile tests more. */
export const casesOfOneAccount = (contract: VerifiedContract): readonly Case[] =>
  listCases(contract, { known: createKnownData(contract.operations), accounts: {}, planLacks: [] });

/**
 * Lists what a run did not test. The list omits entries that no request can show.
 * @param unplanned the test cases that the run left out
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

import { readClauses } from '@vehicle-lookup/document/provenance';
import { contractDocument } from '../../src/plan/document.ts';
import type { Score } from './score.ts';
import { unobservableClauses } from './unobservable-clauses.ts';

/** What becomes of a clause of the specification. */
export interface ClauseResult {
  clause: string;
  /** Services whose findings name it, each as `class/name`. */
  namedOf: string[];
  /** Why no finding names it. */
  reason: string | undefined;
}

/** Every clause of the index, with the faulty services of which a finding that fails names it. */
export const clauseResults = ({ faulty }: Pick<Score, 'faulty'>): ClauseResult[] =>
  [...readClauses(contractDocument()).keys()].map((clause) => ({
    clause,
    namedOf: faulty.flatMap(({ class: faultClass, name, failing }) =>
      failing.some((finding) => finding.clause === clause) ? [`${faultClass}/${name}`] : [],
    ),
    reason: unobservableClauses[clause],
  }));

/** Clauses that no service breaks though no reason is given. */
export const unbrokenClauses = (results: readonly ClauseResult[]): string[] =>
  results.flatMap(({ clause, namedOf, reason }) => (namedOf.length === 0 && reason === undefined ? [clause] : []));

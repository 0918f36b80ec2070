export { type Bases, basesOf, clausesByPlace, type FindBasis } from './bases.ts';
export { type Clause, expandPlace, readClauses } from './clauses.ts';
export { provenanceFindings } from './findings.ts';
export { type Mark, MEANING, readMarks } from './marks.ts';
export { type ShownExchange, shownPlaces } from './shown-places.ts';
export { specifiedOnly } from './specified.ts';
export { type Statement, statementsOf } from './statements.ts';
export type { ProvenanceFinding } from './text-findings.ts';

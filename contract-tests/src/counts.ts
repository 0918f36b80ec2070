import type { Finding, FindingLevel } from './finding.ts';
import type { AssumptionResult, Cell, CellState } from './report.ts';

/** Cells by state. */
export const countCells = (cells: readonly Cell[]): Record<CellState, number> =>
  count(['pass', 'fail', 'error', 'not-observed', 'not-applicable'], cells, ({ state }) => state);

/** Findings by level. */
export const countFindings = (findings: readonly Finding[]): Record<FindingLevel, number> =>
  count(['failure', 'contradiction', 'error', 'warning', 'drift'], findings, ({ level }) => level);

/** Assumptions by state. */
export const countAssumptions = (all: readonly AssumptionResult[]): Record<AssumptionResult['state'], number> =>
  count(['confirmed', 'contradicted', 'not-observed', 'not-observable'], all, ({ state }) => state);

function count<Name extends string, T>(names: readonly Name[], all: readonly T[], nameOf: (one: T) => Name) {
  return Object.fromEntries(names.map((name) => [name, all.filter((one) => nameOf(one) === name).length])) as Record<
    Name,
    number
  >;
}

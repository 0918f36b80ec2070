import { countBy } from '@vehicle-lookup/toolkit/findings';
import type { AssumptionResult, Cell, CellState } from './report.ts';

/** Cells by state. */
export const countCells = (cells: readonly Cell[]): Record<CellState, number> =>
  countBy(['pass', 'fail', 'error', 'not-observed', 'not-applicable'], cells, ({ state }) => state);

/** Assumptions by state. */
export const countAssumptions = (all: readonly AssumptionResult[]): Record<AssumptionResult['state'], number> =>
  countBy(['confirmed', 'contradicted', 'not-observed', 'not-observable'], all, ({ state }) => state);

import { groupBy } from '../group-by.ts';
import { columnOf } from '../report/cells.ts';
import type { Cell } from '../report/report.ts';

/**
 * The cells as a table: operations down, declared responses across; forms of a status stand in the order of the document.
 * A cell is undefined where the operation does not declare the response.
 */
export function createGrid(cells: readonly Cell[]): {
  columns: string[];
  rows: { operation: string; cells: (Cell | undefined)[] }[];
} {
  const statusOf = (name: string) => name.slice(0, 3);
  const columns = [...new Set(cells.map(columnOf))].sort((a, b) => statusOf(a).localeCompare(statusOf(b)));
  const rows = [...groupBy(cells, ({ operation }) => operation)].map(([operation, ofOperation]) => {
    const byColumn = new Map(ofOperation.map((cell) => [columnOf(cell), cell]));
    return { operation, cells: columns.map((name) => byColumn.get(name)) };
  });
  return { columns, rows };
}

/** Cells that are neither right nor wrong for the same reason. */
export interface OpenCells {
  state: Cell['state'];
  columns: string[];
  reason: string;
  /** Empty where the matrix shows them: no other reason left such a column in the same state. */
  operations: string[];
}

/** Every reason once, with the cells that it holds for. */
export function openCells(cells: readonly Cell[]): OpenCells[] {
  const open = cells.flatMap(({ operation, state, reason, ...place }) =>
    reason === undefined || state === 'fail' ? [] : [{ operation, state, reason, column: columnOf(place) }],
  );
  const groups = groupBy(open, ({ state, reason }) => `${state} ${reason}`);
  return [...groups.values()].flatMap((alike) => {
    const columns = [...new Set(alike.map(({ column }) => column))];
    const names = [...new Set(alike.map(({ operation }) => operation))];
    return alike.slice(0, 1).map(({ state, reason }) => {
      const isSame = (other: (typeof open)[number]) => other.state === state && columns.includes(other.column);
      const isShared = open.some((other) => isSame(other) && other.reason !== reason);
      return { state, columns, reason, operations: isShared || names.length === 1 ? names : [] };
    });
  });
}

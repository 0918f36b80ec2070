import { groupBy } from '../group-by.ts';
import { columnOf } from '../report/cells.ts';
import type { Cell } from '../report/report.ts';

/**
 * Arranges cells in a grid with operations as rows and declared responses as columns. The envelopes of a status are in document
 * order. A cell is undefined if the operation does not declare the response.
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

/** Cells that neither passed nor failed, and share the same reason. */
export interface OpenCells {
  state: Cell['state'];
  columns: string[];
  reason: string;
  /** The affected operations. Empty if the matrix shows them, because no other reason applies to the same column and state. */
  operations: string[];
}

/** Returns each reason once, with the cells to which it applies. */
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

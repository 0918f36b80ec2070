import { groupBy } from '../group-by.ts';
import { type Cell, cellName, columnOf, isMissing, type RunReport } from '../report/report.ts';
import { stateLabels } from './labels.ts';

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
  /** Undefined where the matrix shows several: no other reason left such a column in the same state. */
  operations: string[] | undefined;
}

/** Every reason once, with the cells that it holds for. */
export function openCells(cells: readonly Cell[]): OpenCells[] {
  const open = cells.filter(({ reason, state }) => reason !== undefined && state !== 'fail');
  const groups = groupBy(open, (cell) => JSON.stringify([cell.state, cell.reason]));
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    if (first?.reason === undefined) return [];
    const { state, reason } = first;
    const columns = [...new Set(alike.map(columnOf))];
    const isShared = open.some(
      (cell) => cell.state === state && cell.reason !== reason && columns.includes(columnOf(cell)),
    );
    const names = [...new Set(alike.map(({ operation }) => operation))];
    return [{ state, columns, reason, operations: isShared || names.length === 1 ? names : undefined }];
  });
}

/** Cells and credentials that leave the run incomplete: `required, and not observed: getFluids 404`. */
export function missingTexts({
  cells,
  credentials,
  findings,
}: Pick<RunReport, 'cells' | 'credentials' | 'findings'>): string[] {
  const missing = [...cells, ...credentials].filter(isMissing).map((cell) => ({ ...cell, name: cellName(cell) }));
  // The response to a request for an assumption alone belongs to no cell.
  const isShown = (operation: string) => missing.some((cell) => 'operation' in cell && cell.operation === operation);
  const others = findings.flatMap(({ level, known, operation, request }) =>
    level === 'error' && known === undefined && !isShown(operation)
      ? [{ state: 'error' as const, required: false, name: request || operation }]
      : [],
  );
  const groups = groupBy([...missing, ...others], ({ state, required }) =>
    required ? `required, and ${stateLabels[state].text}` : stateLabels[state].text,
  );
  return [...groups].map(([how, alike]) => `${how}: ${alike.map(({ name }) => name).join(', ')}`);
}

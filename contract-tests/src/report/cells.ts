import { groupBy } from '../group-by.ts';
import type { Cell, CredentialCell, RunReport } from './report.ts';

/** Returns the name of a cell without its operation: `200 full`, `404`. */
export const columnOf = ({ status, envelope }: Pick<Cell, 'status' | 'envelope'>): string =>
  envelope === undefined ? status : `${status} ${envelope}`;

/** Returns the name of a cell, such as `getFluids 200 full` or `key made-up`. */
export const cellName = (cell: Cell | CredentialCell): string =>
  'fault' in cell ? `${cell.credential} ${cell.fault}` : `${cell.operation} ${columnOf(cell)}`;

/** Returns whether a cell leaves the run incomplete. */
export const isMissing = ({ required, state }: Pick<Cell, 'required' | 'state'>): boolean =>
  state === 'error' || (required && state === 'not-observed');

/** Lists the cells and credentials that leave the run incomplete: `required but not observed: getFluids 404`. */
export function missingTexts({
  cells,
  credentials,
  findings,
}: Pick<RunReport, 'cells' | 'credentials' | 'findings'>): string[] {
  const missing = [...cells, ...credentials].filter(isMissing);
  const operations = new Set(cells.filter(isMissing).map(({ operation }) => operation));
  // The response to a request made only for an assumption has no cell.
  const others = findings.filter(
    ({ level, known, operation }) => level === 'error' && known === undefined && !operations.has(operation),
  );
  const named = [
    ...missing.map((cell) => ({ how: howMissing(cell), name: cellName(cell) })),
    ...others.map(({ request, operation }) => ({ how: 'not judged', name: request || operation })),
  ];
  return [...groupBy(named, ({ how }) => how)].map(
    ([how, alike]) => `${how}: ${alike.map(({ name }) => name).join(', ')}`,
  );
}

const howMissing = ({ state, required }: Cell | CredentialCell): string => {
  const how = state === 'error' ? 'not judged' : 'not observed';
  return required ? `required but ${how}` : how;
};

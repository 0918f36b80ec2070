/**
 * Names of imported versions of the catalogue: the moment of the import, after a label if the data have one, such as
 * `demonstration-20261120T171259123Z`. A label has at most 64 lower-case letters, digits, `.` and `-`.
 */
const LABEL = '[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?';
const NAME = new RegExp(`^(?:(${LABEL})-)?(\\d{8}T\\d{9}Z)$`);

/** A name of a version may begin with it. */
export const isLabel = (text: string): boolean => new RegExp(`^${LABEL}$`).test(text);

/** The label of the data that `serve --demo` loads into an empty data directory. */
export const DEMONSTRATION = 'demonstration';

/** The name of a version that is imported now. */
export function versionName(label: string | undefined): string {
  const moment = new Date().toISOString().replaceAll(/[-:.]/g, '');
  return label === undefined ? moment : `${label}-${moment}`;
}

/** False for a name that the operator gave. */
export const isImported = (version: string): boolean => NAME.test(version);

/** True for the invented vehicles. */
export const isDemonstration = (version: string | undefined): boolean =>
  version !== undefined && NAME.exec(version)?.[1] === DEMONSTRATION;

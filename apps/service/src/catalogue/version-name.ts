/**
 * Names of imported catalogue versions: an optional label of the data and the time of the import, such as
 * `demonstration-20261120T171259123Z`. A label has at most 64 lower-case letters, digits, `.` and `-`.
 */
const LABEL = '[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?';
const NAME = new RegExp(`^(?:(${LABEL})-)?(\\d{8}T\\d{9}Z)$`);

/** Returns whether a string is a valid label. */
export const isLabel = (text: string): boolean => new RegExp(`^${LABEL}$`).test(text);

/** Label of the data that `serve --demo` loads into an empty data directory. */
export const DEMONSTRATION = 'demonstration';

/** Returns the name of a version that is imported now. */
export function versionName(label: string | undefined): string {
  const moment = new Date().toISOString().replaceAll(/[-:.]/g, '');
  return label === undefined ? moment : `${label}-${moment}`;
}

/** Returns true for an imported version, and false for a name that an operator chose. */
export const isImported = (version: string): boolean => NAME.test(version);

/** Returns true for a version of the demonstration, whose vehicles are invented. */
export const isDemonstration = (version: string | undefined): boolean =>
  version !== undefined && NAME.exec(version)?.[1] === DEMONSTRATION;

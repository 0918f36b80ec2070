import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '@vehicle-lookup/command-line';

/** What a version of the contract changed: a file of `spec/changes/`, which scripts/record-changes.ts writes. */
export interface VersionChanges {
  version: string;
  changes: Change[];
}

export interface Change {
  /** Empty: it concerns every operation. */
  operations: string[];
  what: string;
  /** `breaking`, for example; empty: not rated. */
  impact: string;
  /** What a caller has to do; empty: nothing. */
  next: string;
}

/**
 * Reads what each version changed, the newest version first.
 * @param directory of files `<version>.json`; it may be missing
 * @throws with the name of a file that cannot be read
 */
export function readChanges(directory: string): VersionChanges[] {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const versions = files.map((file) => ({
    version: basename(file, '.json'),
    changes: changesIn(join(directory, file)),
  }));
  return versions.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

function changesIn(file: string): Change[] {
  try {
    const { changes } = JSON.parse(readFileSync(file, 'utf8'));
    return changes.map(({ operations = [], what, impact = '', next = '' }: Change) => ({
      operations: operations.map(String),
      what: String(what),
      impact: String(impact),
      next: String(next),
    }));
  } catch (error) {
    throw new UserError(
      `${file}: expected {"changes": [{"operations": […], "what": "…", "next": "…"}]}: ${(error as Error).message}`,
    );
  }
}

import type { DatabaseSync } from 'node:sqlite';
import type { EntryCounts, ImportState } from '../catalogue-draft.ts';

export const noEntries = (): EntryCounts => ({ brands: 0, models: 0, variants: 0, vehicles: 0 });

/** The state of an import that has read nothing. */
export const newImportState = (version: string): ImportState => ({
  version,
  sha256: '',
  byte: 0,
  line: 0,
  counts: noEntries(),
  wrong: 0,
  wrongLines: [],
  finished: false,
});

/** The table stays in the finished catalogue and says where it came from. */
export function createImportTable(db: DatabaseSync): void {
  db.exec('CREATE TABLE import_run (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT');
}

/** undefined: the file holds no import. */
export function readImportState(db: DatabaseSync): ImportState | undefined {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'import_run'").get();
  const row = table && db.prepare('SELECT state FROM import_run').get();
  return row && JSON.parse(String(row.state));
}

/** Stores the state within the transaction of the entries that it counts, so that a crash keeps both or neither. */
export function writeImportState(db: DatabaseSync, state: ImportState): void {
  db.prepare('INSERT OR REPLACE INTO import_run (id, state) VALUES (1, ?)').run(JSON.stringify(state));
}

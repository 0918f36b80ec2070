import type { DatabaseSync } from 'node:sqlite';
import { type Fault, type Place, type WrongLine, wrongLine } from './wrong-line.ts';

/** How far an import is. Written in the same transaction as the rows, so both survive a crash or neither does. */
export interface RunState {
  /** Name of the version that it becomes. */
  version: string;
  /** SHA-256 of the file's bytes up to `byte`. */
  sha256: string;
  /** Bytes that are read. */
  byte: number;
  /** Lines that are read. */
  line: number;
  counts: Counts;
  /** Wrong lines; the first of them in detail. */
  wrong: number;
  wrongLines: WrongLine[];
  /** Everything is loaded; only the switch is missing. */
  finished: boolean;
}

export interface Counts {
  brands: number;
  models: number;
  variants: number;
  vehicles: number;
}

/** So many wrong lines are shown; the others are counted. */
export const SHOWN_WRONG_LINES = 20;

export const newRun = (version: string): RunState => ({
  version,
  sha256: '',
  byte: 0,
  line: 0,
  counts: { brands: 0, models: 0, variants: 0, vehicles: 0 },
  wrong: 0,
  wrongLines: [],
  finished: false,
});

/** Counts a wrong line. */
export function addWrongLine(state: RunState, place: Place, faults: Fault[]): void {
  state.wrong += 1;
  if (state.wrongLines.length < SHOWN_WRONG_LINES) state.wrongLines.push(wrongLine(place, faults));
}

/** The table that keeps the state; it stays in the finished catalogue and says where that came from. */
export function createRunTable(db: DatabaseSync): void {
  db.exec('CREATE TABLE import_run (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT');
}

/** undefined: the file holds no import. */
export function readRun(db: DatabaseSync): RunState | undefined {
  const there = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'import_run'").get();
  const row = there && db.prepare('SELECT state FROM import_run').get();
  return row && JSON.parse(String(row.state));
}

export function writeRun(db: DatabaseSync, state: RunState): void {
  db.prepare('INSERT OR REPLACE INTO import_run (id, state) VALUES (1, ?)').run(JSON.stringify(state));
}

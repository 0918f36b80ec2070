import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PlacedEntry } from '../catalogue-draft.ts';
import type { BrandEntry, ModelEntry, VariantEntry } from '../catalogue-entry.ts';

/** An entry that waits for the entries that it refers to. */
export interface WaitingEntry extends PlacedEntry {
  entry: BrandEntry | ModelEntry | VariantEntry;
}

/** Keeps waiting entries in the draft itself: they survive a crash, and need no memory. */
export class EntryShelf {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE IF NOT EXISTS import_shelf (line INTEGER, byte INTEGER, kind TEXT, entry TEXT) STRICT');
    this.#insert = db.prepare('INSERT INTO import_shelf (line, byte, kind, entry) VALUES (?, ?, ?, ?)');
  }

  put({ line, byte, entry }: WaitingEntry): void {
    this.#insert.run(line, byte, entry.kind, JSON.stringify(entry));
  }

  /** Brands, then models, then variants, each in the order of their lines. */
  *take(): Generator<WaitingEntry> {
    for (const kind of ['brand', 'model', 'variant']) {
      const rows = this.#db.prepare('SELECT line, byte, entry FROM import_shelf WHERE kind = ? ORDER BY line, rowid');
      for (const { line, byte, entry } of rows.iterate(kind)) {
        yield { line: Number(line), byte: Number(byte), entry: JSON.parse(String(entry)) };
      }
    }
  }

  clear(): void {
    this.#db.exec('DROP TABLE import_shelf');
  }
}

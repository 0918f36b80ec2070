import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AddResult, EntryCounts, EntryFault, ImportState, PlacedEntry } from '../catalogue-draft.ts';
import type { BrandEntry, ModelEntry, VariantEntry } from '../catalogue-entry.ts';
import { type CatalogueWriter, createCatalogueWriter } from './catalogue-writer.ts';

/** Adds entries to a draft within the caller's transaction, each completely or not at all. */
export class EntryLoader {
  readonly #writer: CatalogueWriter;
  readonly #shelf: EntryShelf;
  /** Slugs of brands, and `brand model` of models. */
  readonly #known = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#writer = createCatalogueWriter(db);
    this.#shelf = new EntryShelf(db);
  }

  /** Adds vehicles; other entries wait, as they refer to each other and may come in any order. */
  add(entries: readonly PlacedEntry[]): AddResult {
    const result: AddResult = { added: noEntries(), rejected: [] };
    for (const { entry, ...place } of entries) {
      if (entry.kind === 'vehicle') count(result, { entry, ...place }, this.#writer.addVehicle(entry));
      else this.#shelf.put({ entry, ...place });
    }
    return result;
  }

  addWaiting(): AddResult {
    const result: AddResult = { added: noEntries(), rejected: [] };
    for (const waiting of this.#shelf.take()) count(result, waiting, this.#waiting(waiting.entry));
    this.#shelf.clear();
    return result;
  }

  /** Completes the file; nothing may be added after it. */
  complete(): void {
    this.#writer.finish();
  }

  #waiting(entry: WaitingEntry['entry']): EntryFault | undefined {
    if (entry.kind === 'brand') return this.#brand(entry);
    if (!this.#known.has(entry.brand)) return unknown('/brand', 'brand');
    if (entry.kind === 'model') return this.#model(entry);
    if (!this.#known.has(`${entry.brand} ${entry.model}`)) return unknown('/model', 'model of the brand');
    this.#writer.addVariant(entry);
    return undefined;
  }

  #brand(entry: BrandEntry): EntryFault | undefined {
    this.#known.add(entry.slug);
    return this.#writer.addBrand(entry);
  }

  #model(entry: ModelEntry): EntryFault | undefined {
    this.#known.add(`${entry.brand} ${entry.slug}`);
    return this.#writer.addModel(entry);
  }
}

function count(result: AddResult, placed: PlacedEntry, fault: EntryFault | undefined): void {
  if (fault) result.rejected.push({ ...placed, fault });
  else result.added[`${placed.entry.kind}s`] += 1;
}

const unknown = (pointer: string, what: string): EntryFault => ({
  pointer,
  expected: `the slug of a ${what} in this file`,
});

/** An entry that waits for the entries that it refers to. */
interface WaitingEntry extends PlacedEntry {
  entry: BrandEntry | ModelEntry | VariantEntry;
}

/** Keeps waiting entries in the draft itself: they survive a crash, and need no memory. */
class EntryShelf {
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

const noEntries = (): EntryCounts => ({ brands: 0, models: 0, variants: 0, vehicles: 0 });

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

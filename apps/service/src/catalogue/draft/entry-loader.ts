import type { DatabaseSync } from 'node:sqlite';
import type { AddResult, EntryFault, PlacedEntry } from '../catalogue-draft.ts';
import type { BrandEntry, ModelEntry, VehicleEntry } from '../catalogue-entry.ts';
import { type CatalogueWriter, createCatalogueWriter, DuplicateError, TooManyMasksError } from './catalogue-writer.ts';
import { EntryShelf, type WaitingEntry } from './entry-shelf.ts';
import { noEntries } from './import-state.ts';

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
      if (entry.kind === 'vehicle') count(result, { entry, ...place }, this.#vehicle(entry));
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

  #vehicle(entry: VehicleEntry): EntryFault | undefined {
    return faultOf('/record/carId', () => this.#writer.addVehicle(entry));
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
    return faultOf('/slug', () => this.#writer.addBrand(entry));
  }

  #model(entry: ModelEntry): EntryFault | undefined {
    this.#known.add(`${entry.brand} ${entry.slug}`);
    return faultOf('/slug', () => this.#writer.addModel(entry));
  }
}

function count(result: AddResult, placed: PlacedEntry, fault: EntryFault | undefined): void {
  if (fault) result.rejected.push({ ...placed, fault });
  else result.added[`${placed.entry.kind}s`] += 1;
}

/** The rule of the catalogue that an entry breaks, at the pointer of its identifier. */
function faultOf(pointer: string, write: () => void): EntryFault | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof DuplicateError) return { pointer, expected: 'a value that no earlier line has' };
    if (error instanceof TooManyMasksError) {
      return { pointer: '/patterns', expected: 'no new arrangement of wildcards', got: error.message };
    }
    throw error;
  }
}

const unknown = (pointer: string, what: string): EntryFault => ({
  pointer,
  expected: `the slug of a ${what} in this file`,
});

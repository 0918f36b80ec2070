import type { DatabaseSync } from 'node:sqlite';
import { type CatalogueWriter, createCatalogueWriter, DuplicateError, TooManyMasksError } from '../catalogue/writer.ts';
import type { BrandEntry, Entry, ModelEntry, VariantEntry, VehicleEntry } from './entry.ts';
import { EntryShelf, type ShelvedEntry } from './entry-shelf.ts';
import type { Line } from './lines.ts';
import { readLine } from './read-line.ts';
import { addWrongLine, type Counts, type RunState } from './run.ts';
import { type Fault, type Place, shown } from './wrong-line.ts';

/**
 * Loads lines into a catalogue, inside the caller's transaction. Vehicles are written at once; brands, models and
 * variants refer to each other and may come in any order, so they wait until all lines are read. The writer takes a
 * line's entry whole or not at all.
 */
export class Loader {
  readonly #state: RunState;
  readonly #writer: CatalogueWriter;
  readonly #shelf: EntryShelf;
  /** Slugs of brands, and `brand model` of models. */
  readonly #known = new Set<string>();

  constructor(db: DatabaseSync, state: RunState) {
    this.#state = state;
    this.#writer = createCatalogueWriter(db);
    this.#shelf = new EntryShelf(db);
  }

  /** Reads one line; a wrong one is counted and leaves nothing behind. */
  read(line: Line): void {
    const reading = readLine(line);
    if (!reading) return;
    const place = { line: line.number, byte: line.byte };
    if ('faults' in reading) addWrongLine(this.#state, place, reading.faults);
    else this.#load(place, reading.entry);
  }

  /** Loads what has waited. */
  finish(): void {
    for (const { line, byte, entry } of this.#shelf.take()) {
      this.#count(`${entry.kind}s`, { line, byte }, this.#waiting(entry));
    }
    this.#shelf.clear();
  }

  /** Completes the catalogue's file; nothing is loaded after it. */
  complete(): void {
    this.#writer.finish();
  }

  #load(place: Place, entry: Entry): void {
    if (entry.kind === 'note') return;
    if (entry.kind === 'vehicle') this.#count('vehicles', place, this.#vehicle(entry));
    else this.#shelf.put({ ...place, entry });
  }

  #count(kind: keyof Counts, place: Place, faults: Fault[]): void {
    if (faults.length > 0) addWrongLine(this.#state, place, faults);
    else this.#state.counts[kind] += 1;
  }

  #vehicle({ record, patterns, fluids, oemParts, repairTimes, engines }: VehicleEntry): Fault[] {
    const { carId, year } = record;
    const yearFrom = Number(year);
    return unlessRefused('/record/carId', carId, () =>
      this.#writer.addVehicle({ carId, patterns, yearFrom, record, fluids, oemParts, repairTimes, engines }),
    );
  }

  #waiting(entry: ShelvedEntry['entry']): Fault[] {
    if (entry.kind === 'brand') return this.#brand(entry);
    if (!this.#known.has(entry.brand)) return [unknown('/brand', 'brand', entry.brand)];
    if (entry.kind === 'model') return this.#model(entry);
    if (!this.#known.has(`${entry.brand} ${entry.model}`))
      return [unknown('/model', 'model of the brand', entry.model)];
    return this.#variant(entry);
  }

  #brand({ name, slug }: BrandEntry): Fault[] {
    this.#known.add(slug);
    return unlessRefused('/slug', slug, () => this.#writer.addBrand({ name, slug }));
  }

  #model({ brand, name, slug }: ModelEntry): Fault[] {
    this.#known.add(`${brand} ${slug}`);
    return unlessRefused('/slug', slug, () => this.#writer.addModel({ brand, name, slug }));
  }

  #variant({ brand, model, record }: VariantEntry): Fault[] {
    this.#writer.addVariant({ brand, model, record });
    return [];
  }
}

/** What the catalogue's rules say against an entry, at the pointer of its identifier. */
function unlessRefused(pointer: string, id: unknown, write: () => void): Fault[] {
  try {
    write();
    return [];
  } catch (error) {
    if (error instanceof DuplicateError) {
      return [{ pointer, expected: 'a value that no earlier line has', got: `${shown(id)} again` }];
    }
    if (error instanceof TooManyMasksError) {
      return [{ pointer: '/patterns', expected: 'no new arrangement of wildcards', got: error.message }];
    }
    throw error;
  }
}

const unknown = (pointer: string, what: string, slug: string): Fault => ({
  pointer,
  expected: `the slug of a ${what} that some line holds`,
  got: shown(slug),
});

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLater, type ProgramResult, run, temporaryDirectory } from '@vehicle-lookup/testing';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { VehicleEntry } from '../../src/catalogue/catalogue-entry.ts';
import type { CatalogueStore } from '../../src/catalogue/catalogue-store.ts';
import { type DataDirectory, dataDirectory } from '../../src/data-directory/data-directory.ts';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { DEMO } from '../../src/import/demo.ts';
import { type ImportOptions, importCatalogue } from '../../src/import/import.ts';
import type { ImportReport } from '../../src/import/report.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

/** A data directory that does not exist yet, with its paths and its store. */
export interface Data extends DataDirectory {
  store: CatalogueStore;
  /** Imports a file in this process. */
  import(content: string | Buffer, options?: Omit<ImportOptions, 'file'>): Promise<ImportReport>;
  /** Writes a file next to the data directory and returns its path. */
  write(content: string | Buffer, name?: string): string;
}

export function newData(): Data {
  const parent = temporaryDirectory();
  const root = join(parent, 'data');
  const store = createSqliteDataStore(root).catalogues;
  const write = (content: string | Buffer, name = 'catalogue.ndjson') => {
    const file = join(parent, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    ...dataDirectory(root),
    store,
    write,
    import: (content, options = {}) => importCatalogue(store, { ...options, file: write(content) }),
  };
}

/** Runs `vehicle-lookup-service import` in its own process. */
export const runImport = (data: Data, file: string, flags: string[] = [], options = {}): Promise<ProgramResult> =>
  run(main, ['import', file, '--data-dir', data.root, ...flags], options);

export const ndjson = (...entries: unknown[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

const sample: VehicleEntry = readFileSync(DEMO, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"kind":"vehicle"'))
  .map((line) => JSON.parse(line))[0];

/** Returns a valid vehicle. */
export function vehicle(carId: number, change: Record<string, unknown> = {}): VehicleEntry {
  return { ...sample, record: { ...sample.record, carId }, patterns: [`WVWZZZ${padded(carId)}`], ...change };
}

const padded = (carId: number): string => String(carId).padStart(8, '0');

/** Returns valid lines: `vehicles` vehicles, a brand, and entries that refer to the brand before its line. */
export function manyLines(vehicles: number): string {
  const record = { typeName: '1.0', typeYears: '01.2020 - ', fullTitle: 'Make Model 1.0' };
  return [
    ndjson({ kind: 'variant', brand: 'make', model: 'model', record }),
    ...Array.from({ length: vehicles }, (_, index) => ndjson(vehicle(index + 1))),
    ndjson(
      { kind: 'model', brand: 'make', name: 'Model', slug: 'model' },
      { kind: 'brand', name: 'Make', slug: 'make' },
    ),
  ].join('');
}

/** Calls `work` with the current catalogue. */
export async function inCurrent<T>({ store }: Data, work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
  const source = await store.openSource();
  cleanUpLater(() => source.close());
  return source.use(work);
}

/** Returns the names of the files in the catalogue directory, without the `.sha256` files. */
export const files = (data: Data): string[] =>
  readdirSync(data.catalogues)
    .filter((name) => !name.endsWith('.sha256'))
    .sort();

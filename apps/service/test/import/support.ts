import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { currentVersion } from '../../src/catalogue/switch.ts';
import { type DataFolder, dataFolder } from '../../src/data-folder.ts';
import type { VehicleEntry } from '../../src/import/entry.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0).reverse()) close();
});

/** Undone after the test. */
export function afterwards(undo: () => void): void {
  opened.push(undo);
}

/** An empty data folder, gone after the test. */
export function emptyFolder(): DataFolder {
  const root = mkdtempSync(join(tmpdir(), 'import-'));
  opened.push(() => rmSync(root, { recursive: true, force: true }));
  return dataFolder(join(root, 'data'));
}

/** Writes a file beside the data folder. */
export function writeFile(folder: DataFolder, content: string | Buffer, name = 'catalogue.ndjson'): string {
  mkdirSync(join(folder.root, '..'), { recursive: true });
  const file = join(folder.root, '..', name);
  writeFileSync(file, content);
  return file;
}

export const ndjson = (...entries: unknown[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');

const demonstration = new URL('../../demo/catalogue.ndjson', import.meta.url);
const sample: VehicleEntry = readFileSync(demonstration, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"kind":"vehicle"'))
  .map((line) => JSON.parse(line))[0];

/** A right vehicle. */
export function vehicle(carId: number, change: Record<string, unknown> = {}): VehicleEntry {
  return { ...sample, record: { ...sample.record, carId }, patterns: [`WVWZZZ${padded(carId)}`], ...change };
}

const padded = (carId: number): string => String(carId).padStart(8, '0');

/** So many right lines: vehicles, a brand, and what refers to it before it comes. */
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

/** The catalogue that answers. */
export async function current(folder: DataFolder): Promise<Catalogue> {
  const version = (await currentVersion(folder)) ?? 'none';
  const catalogue = openCatalogue(catalogueFile(folder, version), version);
  opened.push(() => catalogue.close());
  return catalogue;
}

/** Names of what lies in the catalogue's folder. */
export const files = (folder: DataFolder): string[] => readdirSync(folder.catalogues).sort();

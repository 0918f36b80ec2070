import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createCatalogueFile, sealCatalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { type CatalogueWriter, createCatalogueWriter, type NewVehicle } from '../../src/catalogue/writer.ts';
import { type DataFolder, dataFolder } from '../../src/data-folder.ts';

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function temporaryDataFolder(): DataFolder {
  const folder = dataFolder(temporaryFolder());
  mkdirSync(folder.catalogues);
  return folder;
}

/** Writes a finished catalogue. */
export async function writeCatalogue(path: string, fill: (writer: CatalogueWriter) => void): Promise<string> {
  const db = await createCatalogueFile(path);
  db.exec('begin');
  const writer = createCatalogueWriter(db);
  fill(writer);
  writer.finish();
  db.exec('commit');
  sealCatalogueFile(db);
  return path;
}

/** A vehicle with what the test is about; its record says which it is. */
export const vehicle = (carId: number, given: Partial<NewVehicle> = {}): NewVehicle => ({
  carId,
  patterns: [],
  yearFrom: 0,
  record: { carId },
  fluids: [],
  oemParts: [],
  repairTimes: [],
  engines: [],
  ...given,
});

/** carIds of records. */
export const carIds = (records: string[]): number[] => records.map((record) => JSON.parse(record).carId);

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const value of values) collected.push(value);
  return collected;
}

/** Something that one part of a test waits for and another gives. */
export function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

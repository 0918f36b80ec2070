import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import {
  type CatalogueWriter,
  createCatalogueWriter,
  openForWriting,
} from '../../../src/catalogue/draft/catalogue-writer.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { vehicle } from '../../data-store/conformance/catalogue.ts';

/** Returns a path for a new catalogue. */
export const newPath = (): string => join(temporaryDirectory(), 'c.sqlite');

/** Writes a finished catalogue. */
export async function writeCatalogue(path: string, fill: (writer: CatalogueWriter) => void): Promise<string> {
  const db = openForWriting(path);
  const writer = createCatalogueWriter(db);
  fill(writer);
  writer.finish();
  db.close();
  return path;
}

/** Writes and opens a catalogue of `count` vehicles. */
export async function openVehicles(
  count: number,
  given: (carId: number) => Parameters<typeof vehicle>[1],
): Promise<{ path: string; catalogue: Catalogue }> {
  const path = await writeCatalogue(newPath(), (writer) => {
    for (let carId = 1; carId <= count; carId++) writer.add(vehicle(carId, given(carId)));
  });
  return { path, catalogue: openCatalogue(path, 'v') };
}

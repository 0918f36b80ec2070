import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, exampleBodies, exampleQuery } from '@vehicle-lookup/openapi';
import {
  type CatalogueEntry,
  type DocumentRecord,
  ENTRY_LISTS,
  forEachList,
  type VehicleEntry,
} from '../src/catalogue/catalogue-entry.ts';

export const document: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/openapi.json')), 'utf8'),
);
const successes = exampleBodies(document).filter(({ status }) => status === '200');

/** Returns the data of an operation's full example, which is its first example. */
export function exampleData(id: string): unknown {
  const full = successes.find(({ operation }) => operation === id)?.body;
  return (full as { data: unknown }).data;
}

/** Returns the query of the example, without credentials. */
export const exampleParameters = (id: string): Record<string, string> => exampleQuery(document, id);

/** Returns all examples in the document as entries: the brands, models and variants, and the vehicles of the example VIN. */
export function exampleEntries(): CatalogueEntry[] {
  const { brand = '', model = '' } = exampleParameters('listVariants');
  const brands = exampleData('listBrands') as { name: string; slug: string }[];
  const models = exampleData('listModels') as { name: string; slug: string }[];
  const variants = exampleData('listVariants') as DocumentRecord[];
  return [
    ...brands.map((entry): CatalogueEntry => ({ kind: 'brand', ...entry })),
    ...models.map((entry): CatalogueEntry => ({ kind: 'model', brand, ...entry })),
    ...variants.map((record): CatalogueEntry => ({ kind: 'variant', brand, model, record })),
    ...exampleVehicles(),
  ];
}

function exampleVehicles(): VehicleEntry[] {
  const { vin = '' } = exampleParameters('decodeVin');
  const carId = Number(exampleParameters('getVehicle').carId);
  const engines = exampleData('getEngines') as { kiloWatts: number; Until: string }[];
  const records = exampleData('decodeVinAll') as VehicleEntry['record'][];
  return records.map((record) => ({
    kind: 'vehicle',
    // The pattern fixes type, model year and plant. It matches any check digit and serial number.
    patterns: [`${vin.slice(0, 8)}.${vin.slice(9, 11)}......`],
    record,
    ...forEachList((name) =>
      record.carId === carId ? (exampleData(ENTRY_LISTS[name].operation) as DocumentRecord[]) : [],
    ),
    // A vehicle does not contain its engine code. Power and end of production identify the engine.
    engines: engines.filter(
      ({ kiloWatts, Until }) => kiloWatts === record.kwPowerFrom && Until.slice(0, 4) === record.yearEnd,
    ),
  }));
}

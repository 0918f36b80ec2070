import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DocumentRecord, Entry, VehicleEntry } from '../src/import/entry.ts';
import { details } from './details.ts';
import { MAKES } from './tables/models.ts';

interface Operation {
  parameters: { name: string; example?: unknown }[];
  responses: { 200: { content: { 'application/json': { examples: { full: Reference } } } } };
}
interface Reference {
  $ref?: string;
  value?: unknown;
}

const document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/spec/openapi.json')), 'utf8'),
);

/** What `#/a/b` leads to; what is no reference stays as it is. */
function resolved<T>(value: T): T {
  const { $ref } = value as Reference;
  if ($ref === undefined) return value;
  const keys = $ref.slice(2).split('/');
  return resolved(keys.reduce((node, key) => node[key.replaceAll('~1', '/').replaceAll('~0', '~')], document));
}

const operation = (id: string): Operation => resolved(document.components.pathItems[id]).get;

/** The data of an operation's full example. */
export function exampleData(id: string): unknown {
  const { full } = resolved(operation(id).responses[200]).content['application/json'].examples;
  return (resolved(full).value as { data: unknown }).data;
}

/** The parameters that its examples answer. */
export function exampleParameters(id: string): Record<string, unknown> {
  return Object.fromEntries(
    operation(id)
      .parameters.map(resolved)
      .map(({ name, example }) => [name, example]),
  );
}

/** Every example of the document as entries: its brands, models and variants, and the vehicles of its VIN. */
export function exampleEntries(): Entry[] {
  const { brand, model } = exampleParameters('listVariants') as Record<string, string>;
  const brands = exampleData('listBrands') as { name: string; slug: string }[];
  const models = exampleData('listModels') as { name: string; slug: string }[];
  const variants = exampleData('listVariants') as DocumentRecord[];
  return [
    ...brands.map((entry): Entry => ({ kind: 'brand', ...entry })),
    ...models.map((entry): Entry => ({ kind: 'model', brand: String(brand), ...entry })),
    ...variants.map((record): Entry => ({ kind: 'variant', brand: String(brand), model: String(model), record })),
    ...exampleVehicles(String(brand)),
  ];
}

function exampleVehicles(brand: string): VehicleEntry[] {
  const vin = String(exampleParameters('decodeVin').vin);
  const { carId } = exampleParameters('getVehicle');
  const engines = exampleData('getEngines') as { EngineDetails: { EngineCode: string } }[];
  const { oe = '' } = MAKES.find(({ slug }) => slug === brand) ?? {};
  const records = exampleData('decodeVinAll') as VehicleEntry['record'][];
  return records.map((record) => ({
    kind: 'vehicle',
    // Type, model year and plant are those of the VIN; check digit and serial number may be any.
    patterns: [`${vin.slice(0, 8)}.${vin.slice(9, 11)}......`],
    record,
    ...(record.carId === carId
      ? {
          fluids: exampleData('getFluids') as DocumentRecord[],
          oemParts: exampleData('getOemParts') as DocumentRecord[],
          repairTimes: exampleData('getRepairTimes') as DocumentRecord[],
        }
      : details(record, oe)),
    engines: engines.filter(({ EngineDetails }) => EngineDetails.EngineCode === record.engine) as never[],
  }));
}

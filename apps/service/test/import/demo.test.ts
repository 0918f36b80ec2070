import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleData, exampleParameters } from '../../demo/examples.ts';
import { demonstration } from '../../demo/generate.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { entryListNames } from '../../src/catalogue/catalogue-entry.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { DEMO, importDemo } from '../../src/import/demo.ts';
import { collect } from '../data-store/conformance/catalogue.ts';

interface Parameters {
  vin: string;
  carId: number;
  brand: string;
  model: string;
}

test('the demonstration catalogue matches the output of its generator', async () => {
  expect(readFileSync(DEMO, 'utf8') === (await demonstration()), 'run pnpm generate').toBe(true);
});

test('FORMAT.md mentions every list of a vehicle', () => {
  const [, members = ''] =
    /^\| `vehicle` \| (.*?) *\|$/m.exec(readFileSync(join(dirname(DEMO), 'FORMAT.md'), 'utf8')) ?? [];
  expect(members.split(', ')).toEqual(['patterns', 'record', ...entryListNames].map((name) => `\`${name}\``));
});

test('the first line of the demonstration catalogue identifies the catalogue', () => {
  expect(readFileSync(DEMO, 'utf8').split('\n')[0]).toMatch(/^\{"kind":"note","text":"Demonstration data/);
});

describe('the demonstration catalogue contains the examples from the document', () => {
  let catalogue: Catalogue;
  beforeAll(async () => {
    const { catalogues } = await openDataStore(temporaryDirectory());
    await importDemo(catalogues, false);
    const source = await catalogues.openSource();
    const opened = new Promise<Catalogue>((resolve) => {
      source.use(async (current) => resolve(current));
    });
    catalogue = await opened;
  });

  const list = (records: string[] | undefined): string => `[${records?.join(',')}]`;
  const responses: Record<string, (parameters: Parameters) => Promise<string | undefined>> = {
    decodeVin: ({ vin }) => catalogue.firstMatch(vin),
    decodeVinAll: async ({ vin }) => {
      const records: string[] = [];
      for await (const record of catalogue.matches(vin)) records.push(record);
      return list(records);
    },
    getVehicle: ({ carId }) => catalogue.vehicle(carId),
    getFluids: async ({ carId }) => list(await catalogue.list('fluids', carId)),
    getOemParts: async ({ carId }) => list(await catalogue.list('oemParts', carId)),
    getRepairTimes: async ({ carId }) => list(await catalogue.list('repairTimes', carId)),
    listModels: async ({ brand }) => list(await catalogue.models(brand)),
    listVariants: async ({ brand, model }) => list(await catalogue.variants(brand, model)),
    getEngines: async ({ vin }) => list((await collect(catalogue.engines(vin))).flat()),
  };
  test.each(Object.entries(responses))('%s returns its example byte for byte', async (id, response) => {
    expect(await response(exampleParameters(id) as unknown as Parameters)).toBe(JSON.stringify(exampleData(id)));
  });

  test('listBrands returns the example brands and additional brands', async () => {
    const brands = await catalogue.brands();
    const examples = (exampleData('listBrands') as unknown[]).map((brand) => JSON.stringify(brand));
    expect(brands.filter((brand) => examples.includes(brand))).toEqual(examples);
    expect(brands.length).toBeGreaterThanOrEqual(12);
  });

  test('every brand has models, and every model has variants', async () => {
    for (const brand of await catalogue.brands()) {
      const { name, slug } = JSON.parse(brand);
      const models = await catalogue.models(name);
      expect(models, slug).not.toEqual([]);
      if (slug === 'volkswagen') continue;
      for (const model of models ?? []) expect(await catalogue.variants(slug, JSON.parse(model).name)).not.toEqual([]);
    }
  });
});

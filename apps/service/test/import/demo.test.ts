import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleData, exampleParameters } from '../../demo/examples.ts';
import { demonstration } from '../../demo/generate.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { catalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { dataFolder } from '../../src/data-folder.ts';
import { importDemo } from '../../src/import/demo.ts';

interface Parameters {
  vin: string;
  carId: number;
  brand: string;
  model: string;
}

const file = new URL('../../demo/catalogue.ndjson', import.meta.url);

test('the demonstration catalogue is what its generator makes', () => {
  expect(readFileSync(file, 'utf8') === demonstration(), 'run node demo/generate.ts').toBe(true);
});

test('the demonstration catalogue says in its first line that it is one', () => {
  expect(readFileSync(file, 'utf8').split('\n')[0]).toMatch(/^\{"kind":"note","text":"Demonstration data/);
});

describe('The demonstration catalogue answers as the examples of the document', () => {
  let catalogue: Catalogue;
  const root = mkdtempSync(join(tmpdir(), 'import-demo-'));
  beforeAll(async () => {
    const folder = dataFolder(root);
    const version = (await importDemo(folder)) ?? '';
    catalogue = openCatalogue(catalogueFile(folder, version), version);
  });
  afterAll(() => {
    catalogue.close();
    rmSync(root, { recursive: true });
  });

  const list = (records: string[] | undefined): string => `[${records?.join(',')}]`;
  const answers: Record<string, (parameters: Parameters) => Promise<string | undefined>> = {
    decodeVin: ({ vin }) => catalogue.firstMatch(vin),
    decodeVinAll: async ({ vin }) => {
      const records: string[] = [];
      for await (const record of catalogue.matches(vin)) records.push(record);
      return list(records);
    },
    getVehicle: ({ carId }) => catalogue.vehicle(carId),
    getFluids: async ({ carId }) => list(await catalogue.fluids(carId)),
    getOemParts: async ({ carId }) => list(await catalogue.oemParts(carId)),
    getRepairTimes: async ({ carId }) => list(await catalogue.repairTimes(carId)),
    listModels: async ({ brand }) => list(await catalogue.models(brand)),
    listVariants: async ({ brand, model }) => list(await catalogue.variants(brand, model)),
    getEngines: async ({ vin }) => list(await catalogue.engines(vin)),
  };
  test.each(Object.entries(answers))('%s, byte by byte', async (id, answer) => {
    expect(await answer(exampleParameters(id) as unknown as Parameters)).toBe(JSON.stringify(exampleData(id)));
  });

  test('listBrands, with more brands between', async () => {
    const brands = await catalogue.brands();
    const examples = (exampleData('listBrands') as unknown[]).map((brand) => JSON.stringify(brand));
    expect(brands.filter((brand) => examples.includes(brand))).toEqual(examples);
    expect(brands.length).toBeGreaterThanOrEqual(12);
  });

  test('and every brand has models, every model variants', async () => {
    for (const brand of await catalogue.brands()) {
      const { name, slug } = JSON.parse(brand);
      const models = await catalogue.models(name);
      expect(models, slug).not.toEqual([]);
      if (slug === 'volkswagen') continue;
      for (const model of models ?? []) expect(await catalogue.variants(slug, JSON.parse(model).name)).not.toEqual([]);
    }
  });
});

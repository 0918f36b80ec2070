import { describe, expectTypeOf, test } from 'vitest';
import type { Bodies, Client, Inputs, Queries } from '../src/index.ts';

declare const raw: Client['raw'];
declare const vin: string;
declare const carId: number;

describe('the query decides the type of the answer', () => {
  test('of every operation', async () => {
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin } } })).data).toEqualTypeOf<
      Bodies['decodeVin'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin, allCars: 1 } } })).data).toEqualTypeOf<
      Bodies['decodeVinAll'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, only: 1 } } })).data).toEqualTypeOf<
      Bodies['getVehicle'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, fluids: 1 } } })).data).toEqualTypeOf<
      Bodies['getFluids'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, oemParts: 1 } } })).data).toEqualTypeOf<
      Bodies['getOemParts'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { carId, timeRepair: 1 } } })).data).toEqualTypeOf<
      Bodies['getRepairTimes'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { brands: 1 } } })).data).toEqualTypeOf<
      Bodies['listBrands'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { brand: '', models: 1 } } })).data).toEqualTypeOf<
      Bodies['listModels'] | undefined
    >();
    const query = { brand: '', model: '', variants: 1 } as const;
    expectTypeOf((await raw.GET('/api/', { params: { query } })).data).toEqualTypeOf<
      Bodies['listVariants'] | undefined
    >();
    expectTypeOf((await raw.GET('/api/', { params: { query: { vin, getEngines: 1 } } })).data).toEqualTypeOf<
      Bodies['getEngines'] | undefined
    >();
  });

  test('and no two operations have the same query', () => {
    type Shared<K extends keyof Queries> = { [L in Exclude<keyof Queries, K>]: Queries[K] & Queries[L] }[Exclude<
      keyof Queries,
      K
    >];
    expectTypeOf<{ [K in keyof Queries]: Shared<K> }[keyof Queries]>().toBeNever();
  });
});

describe('a call by name', () => {
  test('takes what the operation takes, without its selectors and the credentials', () => {
    expectTypeOf<Inputs['getFluids']>().toEqualTypeOf<{ carId: number }>();
    expectTypeOf<Inputs['listVariants']>().toEqualTypeOf<{ brand: string; model: string }>();
  });

  test('has the body of its operation', async () => {
    expectTypeOf((await raw.call('getFluids', { carId })).data).toEqualTypeOf<Bodies['getFluids'] | undefined>();
    expectTypeOf((await raw.call('listBrands', {})).data).toEqualTypeOf<Bodies['listBrands'] | undefined>();
  });
});

describe('a result', () => {
  test('has data or an error, and the presence of one tells which', async () => {
    const { data, error } = await raw.call('getVehicle', { carId });
    if (error) {
      expectTypeOf(error.success).toEqualTypeOf<false>();
      expectTypeOf(error.message).toBeString();
    } else {
      expectTypeOf(data.data.carId).toBeNumber();
    }
  });

  test('ties the status of a success to its data', async () => {
    const result = await raw.call('getVehicle', { carId });
    if (result.data) expectTypeOf(result.response.status).toEqualTypeOf<200>();
  });

  test('has no address, which would hold the key', async () => {
    expectTypeOf((await raw.call('listBrands', {})).response).not.toHaveProperty('url');
  });
});

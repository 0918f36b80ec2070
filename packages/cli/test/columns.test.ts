import { createVehicleLookup } from '@vehicle-lookup/client';
import { fakeFetch } from '@vehicle-lookup/client/fake-fetch';
import { expect, test } from 'vitest';
import { operations } from '../src/operations.gen.ts';
import { cellStyle } from '../src/output/csv.ts';
import { tableOf } from '../src/output/flatten.ts';

type Methods = Record<string, (...inputs: unknown[]) => Promise<{ data: unknown }>>;

const account = { baseUrl: 'https://vehicles.example.com', user: 'demo', key: 'demo' };
const lookup = createVehicleLookup({ ...account, fetch: fakeFetch() }) as unknown as Methods;
const given: Record<string, unknown> = { vin: 'WVWZZZ1KZAW000001', carId: 25573, brand: 'vw', model: 'golf' };

test.each(operations)('$id: the document declares every column of the parsed example', async (operation) => {
  const { data } = (await lookup[operation.id]?.(...operation.inputs.map(({ name }) => given[name]))) ?? {};
  const { columns } = tableOf(data, cellStyle({}));
  expect(columns).not.toEqual([]);
  expect(operation.columns).toEqual(expect.arrayContaining(columns));
});

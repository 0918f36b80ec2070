// Tests of a program that uses the client, without a network.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { answers, fakeFetch } from '@vehicle-lookup/client/fake-fetch';
import { expect, test } from 'vitest';
import { account } from './account.js';

test('a fake response can contain a different make', async () => {
  const fetch = fakeFetch({ decodeVin: answers.decodeVin.ok({ data: { make: 'Audi' } }) });
  const { data } = await createVehicleLookup({ ...account, fetch }).decodeVin('WVWZZZ1KZAW000001');
  expect(data.make).toBe('Audi');
});

test('a fake service can return 404 for a vehicle', async () => {
  const fetch = fakeFetch({ getFluids: answers.getFluids.status(404) });
  await expect(createVehicleLookup({ ...account, fetch }).getFluids(25573)).rejects.toMatchObject({
    code: 'not_found',
  });
});

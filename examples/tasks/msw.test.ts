// The same tests with MSW, version 2 or 3, for programs with any client.
import { createVehicleLookup } from '@vehicle-lookup/client';
import { answers, handlers, unhandled } from '@vehicle-lookup/client/msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { account } from './account.js';

const server = setupServer(...handlers());
beforeAll(() => server.listen(unhandled('error')));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

test('handlers return the examples of the document', async () => {
  const { data } = await createVehicleLookup(account).getFluids(25573);
  expect(data.length).toBeGreaterThan(0);
});

test('a handler can simulate an exhausted quota', async () => {
  server.use(...handlers({ getFluids: { ...answers.getFluids.status(429), headers: { 'Retry-After': '86400' } } }));
  await expect(createVehicleLookup(account).getFluids(25573)).rejects.toMatchObject({ code: 'quota_exhausted' });
});

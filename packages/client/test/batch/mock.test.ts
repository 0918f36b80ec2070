import { startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { decodeMany } from '../../src/batch/batch.ts';
import { createVehicleLookup, type EndEvent } from '../../src/index.ts';
import { all, vins } from '../support/batch.ts';

test("a batch stops exactly at the service's allowance, and its events report the charges", async () => {
  const { address: baseUrl } = await startMock(['--allowance', '5/7d']);
  const ends: EndEvent[] = [];
  const onEvent = (event: { type: string }) => void (event.type === 'end' && ends.push(event as EndEvent));
  const lookup = createVehicleLookup({ baseUrl, user: 'demo', key: 'demo', onEvent });
  const batch = decodeMany(lookup, vins(20), { concurrency: 1 });
  const items = await all(batch);
  expect(items.filter(({ ok }) => ok)).toHaveLength(5);
  expect(batch.summary).toEqual({ succeeded: 5, failed: 1, left: 14, stopped: 'quota_exhausted' });
  expect(ends.filter(({ charged }) => charged)).toHaveLength(5);
});

test('retries produce every value, even if the service fails a fifth of the requests', async () => {
  const { address: baseUrl } = await startMock(['--fail', '20%', '--cut', '5%', '--seed', '7']);
  const lookup = createVehicleLookup({ baseUrl, user: 'demo', key: 'demo', retry: { limit: 8, delay: 1 } });
  const items = await all(decodeMany(lookup, vins(40), { concurrency: 1 }));
  expect(items.filter(({ ok }) => !ok)).toEqual([]);
});

test('an incorrect URL prefix is reported as such, not as a vehicle that is not found', async () => {
  const { address } = await startMock([]);
  const lookup = createVehicleLookup({ baseUrl: `${address}/wrong/`, user: 'demo', key: 'demo' });
  expect(await lookup.getFluids(25573).safe()).toMatchObject({
    error: {
      status: 404,
      code: 'invalid_response',
      message: expect.stringContaining('expected JSON of the interface. Check baseUrl.'),
    },
  });
});

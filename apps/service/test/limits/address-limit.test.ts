import { expect, test } from 'vitest';
import { createAddressLimit } from '../../src/limits/memory-limits.ts';
import { fakeAdmit } from '../http/fakes.ts';
import { as, get, paid, start } from '../http/server.ts';

test('the limit applies to each address and second', () => {
  let now = 0;
  const isWithinLimit = createAddressLimit(2, () => now);
  const send = (address: string) => isWithinLimit(address);
  expect([send('a'), send('a'), send('a'), send('b')]).toEqual([true, true, false, true]);
  now = 999;
  expect(send('a')).toBe(false);
  now = 1_000;
  expect([send('a'), send('a'), send('a')]).toEqual([true, true, false]);
});

test('a request beyond the limit returns 429 before its key is checked', async () => {
  const admit = fakeAdmit();
  const server = await start({ admit, addressLimit: 1, trustProxy: ['127.0.0.1'] });
  const from = (address: string, query = paid('brands=1')) =>
    get(server, query, { headers: { 'x-forwarded-for': address } });
  // At most two of these requests are sent in a different second.
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => from('192.0.2.1', as('paid', 'brands=1', 'wrong'))),
  );
  const rejected = responses.filter(({ status }) => status === 429);
  expect(rejected.length).toBeGreaterThan(10);
  expect(rejected[0]?.headers.get('retry-after')).toBe('1');
  expect(admit.addresses).toHaveLength(20 - rejected.length);
  expect((await from('192.0.2.2')).status).toBe(200);
  const lines = server.log.map((line) => JSON.parse(line));
  expect(lines.filter(({ event }) => event === 'address-limit')).toMatchObject([{ address: '192.0.2.1' }]);
  expect(lines.filter(({ status }) => status === 429)).toEqual([]);
  const counted = `vehicle_lookup_events_total{event="address-limit"} ${rejected.length}`;
  expect(await server.metrics.text()).toContain(counted);
});

test('the addresses of an IPv6 network share one limit', async () => {
  const server = await start({ addressLimit: 1, trustProxy: ['127.0.0.1'] });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      get(server, paid('brands=1'), { headers: { 'x-forwarded-for': `2001:db8::${n + 1}` } }),
    ),
  );
  expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(10);
});

import { expect, test } from 'vitest';
import { clientAddress } from '../../src/http/client-address.ts';
import { fakeAdmit } from './fakes.ts';
import { get, paid, start } from './server.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[203.0.113.9]', '203.0.113.9'],
  ['[203.0.113.9]:4711', '203.0.113.9'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
  ['un:known', 'un:known'],
])('invalid keys from %s count for %s', (address, expected) => {
  expect(clientAddress(address)).toBe(expected);
});

const brands = paid('brands=1');
const forwarded = (value: string) => ({ headers: { 'x-forwarded-for': value } });

test.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8:1:2::5]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::5]', '2001:db8:1:2::/64'],
  ['203.0.113.9:4711, 10.1.2.3:80', '203.0.113.9'],
  ['203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
])('behind trusted proxies, invalid keys with X-Forwarded-For: %s count for %s', async (header, address) => {
  const admit = fakeAdmit();
  const server = await start({ trustProxy: ['127.0.0.1', '10.0.0.0/8'], admit });
  await get(server, brands, forwarded(header));
  expect(admit.addresses).toEqual([address]);
});

test('X-Forwarded-For from an untrusted peer is ignored, and one warning names the option', async () => {
  const admit = fakeAdmit();
  const server = await start({ trustProxy: ['10.0.0.0/8'], admit });
  for (let count = 0; count < 3; count++) await get(server, brands, forwarded('203.0.113.9'));
  expect(admit.addresses).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  const warnings = server.log.map((line) => JSON.parse(line)).filter(({ level }) => level === 40);
  expect(warnings).toMatchObject([{ event: 'untrusted-proxy', peer: '127.0.0.1' }]);
  expect(warnings[0].msg).toContain('--trust-proxy');
});

test('a trusted proxy does not cause a warning', async () => {
  const server = await start({ trustProxy: ['127.0.0.1'] });
  await get(server, brands, forwarded('203.0.113.9'));
  await expect.poll(() => server.log.length).toBe(1);
  expect(server.log.join()).not.toContain('untrusted-proxy');
});

import { expect, test } from 'vitest';
import { clientAddress } from '../../src/http/client-address.ts';

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
])('wrong keys from %s count for %s', (address, expected) => {
  expect(clientAddress(address)).toBe(expected);
});

import { expect, test } from 'vitest';
import { readKeys } from '../../src/vpic/keys.ts';

const positions = (keys: string) =>
  Object.fromEntries([...(readKeys(keys) ?? []).entries()].filter(([, characters]) => characters !== undefined));

test('keys contain positions 4 to 8, and positions 10 to 17 after a vertical bar', () => {
  expect(positions('F1')).toEqual({ 3: 'F', 4: '1' });
  expect(positions('**B*E|*R')).toEqual({ 5: 'B', 7: 'E', 10: 'R' });
  expect(positions('*****|P')).toEqual({ 9: 'P' });
});

test('brackets contain alternatives and ranges; letters that are invalid in VINs are omitted', () => {
  expect(positions('[A-CX]')).toEqual({ 3: 'ABCX' });
  expect(positions('[5-7][H-P]')).toEqual({ 3: '567', 4: 'HJKLMNP' });
});

test.each(['O', '[IOQ]', '*****B', '[A', '**#', '*****|********X'])('%s does not match any VIN', (keys) => {
  expect(readKeys(keys)).toBeUndefined();
});

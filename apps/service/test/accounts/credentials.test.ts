import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isMistypedKey, newKey } from '../../src/accounts/credentials.ts';
import { service } from '../support/service.ts';
import { KEY_PATTERN } from './key-pattern.ts';

test('the README contains the key pattern and an example key with a valid checksum', () => {
  const readme = readFileSync(join(service, 'README.md'), 'utf8');
  expect(readme).toContain(`\`${KEY_PATTERN.source}\``);
  const [example = ''] = KEY_PATTERN.exec(readme) ?? [];
  expect(example).toMatch(/^vls_(Example)+/);
  expect(isMistypedKey(example)).toBe(false);
});

test('a prefixed key with a changed or missing character, or with two swapped characters, is detected as mistyped', () => {
  const key = newKey();
  expect(isMistypedKey(key)).toBe(false);
  for (let place = 4; place < key.length; place++) {
    const before = key.slice(0, place);
    expect(isMistypedKey(`${before}${key[place] === 'x' ? 'y' : 'x'}${key.slice(place + 1)}`)).toBe(true);
    expect(isMistypedKey(before + key.slice(place + 1))).toBe(true);
    const exchanged = `${before}${key
      .slice(place, place + 2)
      .split('')
      .reverse()
      .join('')}${key.slice(place + 2)}`;
    expect(isMistypedKey(exchanged)).toBe(exchanged !== key);
  }
  expect(isMistypedKey('kEy0123456789abcdefghijklmnopqrstuvwxyzABCD_')).toBe(false);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { serveHere } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

/**
 * A string with control sequences: a title, a colour, a colour with a C1 character, a direction override, and a carriage return
 * that overwrites a line.
 */
const EVIL = 'evil\u001b]0;title\u0007\u001b[31m\u009b32m\u202e\u007f\roverwritten';
const STEERING = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;

const sound = soundData();

/** Runs a command with and without `--json`, and verifies that the output has no control characters. @returns the output */
async function printed(data: string, ...args: string[]): Promise<string> {
  const outcomes = [await callProgram(data, args), await callProgram(data, [...args, '--json'])];
  // CSV lines end with a carriage return and a line feed.
  const all = outcomes.map(({ out, err }) => (out + err).replaceAll('\r\n', '\n'));
  for (const text of all) expect(text, args.join(' ')).not.toMatch(STEERING);
  const [first, second] = outcomes;
  if (second?.out.startsWith('{')) expect(() => JSON.parse(second.out)).not.toThrow();
  return first ? first.out + first.err : '';
}

test('control sequences in an imported file are not printed to the terminal', async () => {
  const directory = temporaryDirectory();
  const file = (name: string, ...lines: unknown[]) => {
    const path = join(directory, name);
    writeFileSync(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
    return path;
  };
  const brand = { kind: 'brand', name: 'X', slug: 'x' };
  const origin = file('origin.ndjson', { kind: 'origin', label: 'ok', text: EVIL }, brand);
  expect(await printed(join(directory, 'data'), 'import', origin)).toContain('Data: evil');
  for (const path of [
    file('field.ndjson', { ...brand, [EVIL]: 1 }),
    file('value.ndjson', { ...brand, slug: EVIL }),
    file('kind.ndjson', { kind: EVIL }),
    file('text.ndjson', EVIL),
    join(directory, `missing-${EVIL}`),
  ]) {
    expect(await printed(join(directory, 'data'), 'import', path)).toContain('evil');
  }
  const csv = file('header.csv', `${EVIL.replace('\r', '')},x`, '1,2');
  expect(await printed(join(directory, 'data'), 'import', '--from', 'csv', csv)).toContain('evil');
});

test('control sequences in the accounts database are not printed to the terminal', async () => {
  const data = sound.copy();
  const service = await serveHere(data);
  await ask(service.address, { ...sound.account(), ...VEHICLE });
  await service.stop();
  const db = new DatabaseSync(join(data, 'accounts.sqlite'), { enableForeignKeyConstraints: false });
  for (const sql of ['UPDATE account SET user = ?', "UPDATE plan SET name = ? WHERE name = 'free'"]) {
    db.prepare(sql).run(EVIL);
  }
  db.prepare('INSERT INTO audit (ts_ms, who, what, "user", details) VALUES (?, ?, ?, ?, ?)').run(
    ...[Date.now(), EVIL, EVIL, EVIL],
    JSON.stringify({ [EVIL]: EVIL }),
  );
  db.close();
  for (const args of [
    ...[['account', 'list'], ['key', 'list'], ['plan', 'list'], ['usage'], ['audit']],
    ['usage', '--from', '2020-01-01'],
    ['usage', '--from', '2020-01-01', '--format', 'csv'],
    ['usage', '--from', '2020-01-01', '--format', 'json'],
  ]) {
    expect(await printed(data, ...args), args.join(' ')).toContain('evil');
  }
  expect(await printed(data, 'account', 'delete', '--user', EVIL)).toContain('evil');
});

test('control sequences in file and version names are not printed to the terminal', async () => {
  const data = sound.copy();
  const catalogues = join(data, 'catalogue');
  const name = EVIL.replaceAll('/', '');
  writeFileSync(join(catalogues, name), '');
  expect(await printed(data, 'doctor')).toContain('evil');
  writeFileSync(join(catalogues, `${name}.sqlite`), '');
  expect(await printed(data, 'catalogue', 'list')).toContain('evil');
  expect(await printed(data, 'catalogue', 'switch', name)).toContain('does not exist');
  writeFileSync(join(catalogues, 'current'), EVIL);
  for (const args of [['doctor'], ['catalogue', 'rollback'], ['backup', join(temporaryDirectory(), 'b.tar')]]) {
    expect(await printed(data, ...args), args.join(' ')).toContain('evil');
  }
  const directory = join(temporaryDirectory(), name);
  mkdirSync(directory);
  expect(await printed(directory, 'doctor')).toContain('evil');
  expect(await printed(data, 'restore', join(directory, 'b.tar'))).toContain('is not empty');
});

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { callProgram } from '../support/program.ts';
import { serveHere } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

test('`serve --check` prints settings and findings of a healthy data directory without changing it', async () => {
  const data = sound.copy();
  const before = readdirSync(data, { recursive: true });
  const { code, out } = await callProgram(data, ['serve', '--check', '--port', '5000', '--address-limit', '100']);
  expect(code).toBe(0);
  for (const line of [/^--data-dir +\//m, /^--port +5000$/m, /^--address-limit +100$/m, /^ok +accounts/m])
    expect(out).toMatch(line);
  expect(readdirSync(data, { recursive: true })).toEqual(before);
});

test('`serve --check --json` prints a single JSON value', async () => {
  const { out } = await callProgram(sound.copy(), ['serve', '--check', '--json']);
  expect(JSON.parse(out)).toMatchObject({ healthy: true, settings: { port: 4000 }, findings: expect.any(Array) });
});

test('`serve --check` accepts a missing data directory without creating it', async () => {
  const root = temporaryDirectory();
  const missing = await callProgram(join(root, 'data'), ['serve', '--check']);
  expect(missing).toMatchObject({ code: 0, out: expect.stringContaining('serve prepares it without a catalogue') });
  expect(readdirSync(root)).toEqual([]);
});

test('`serve --check` exits with 1 if the data directory is a file', async () => {
  const file = join(temporaryDirectory(), 'data');
  writeFileSync(file, '');
  const { code, out, err } = await callProgram(file, ['serve', '--check']);
  expect(code).toBe(1);
  expect(out + err).not.toContain('serve prepares it');
});

test('`serve --check` exits with 1 if the demonstration catalogue is current and --demo is missing', async () => {
  const data = join(temporaryDirectory(), 'data');
  await (await serveHere(data, { demo: true })).stop();
  expect(await callProgram(data, ['serve', '--check'])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/demonstration-\S+ is current/),
  });
  expect((await callProgram(data, ['serve', '--check', '--demo'])).code).toBe(0);
});

test('`serve --check` exits with 1 if the admin token is too short, without printing the token', async () => {
  const file = join(temporaryDirectory(), 'token');
  writeFileSync(file, 'too-short');
  const result = await callProgram(sound.copy(), ['serve', '--check', '--admin-token-file', file]);
  expect(result).toMatchObject({ code: 1, err: expect.stringContaining('expected a token of at least 16') });
  expect(result.err).not.toContain('too-short');
});

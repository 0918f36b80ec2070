import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { replayContract } from '../src/index.ts';
import { terminal } from '../src/renderings/terminal.ts';
import { KEY, verifyWith } from './support/service.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const DAY = 24 * 60 * 60 * 1000;
const run = (days: number, more: object = {}) =>
  verifyWith(undefined, 'full', { profile: 'live', history: directory, now: () => Date.now() + days * DAY, ...more });

test('what one run cannot ask, the next run asks', async () => {
  const [first, second] = [await run(0), await run(1)];
  const wrong = (report: typeof first) => report.made.filter(({ status }) => status !== '200').map(({ id }) => id);
  expect(wrong(second).filter((id) => wrong(first).includes(id))).toEqual([]);
  const all = new Set([...first.made, ...second.made].map(({ id }) => id));
  expect(second.history?.requests).toBe(all.size);
  expect(all.size).toBeGreaterThan(first.made.length + 9);
  expect(readdirSync(directory)).toHaveLength(2);
});

test('a run with a seed makes the requests of the seed', async () => {
  const ids = async () => (await run(0, { seed: 7 })).made.map(({ id }) => id);
  expect(await ids()).toEqual(await ids());
});

test('the report shows the union with dates, and what is stale', async () => {
  await run(0);
  const report = await run(40, { profile: 'smoke', maxAge: 30 * DAY });
  const cells = new Map(report.history?.cells.map(({ name, isStale }) => [name, isStale]));
  expect(cells.get('decodeVin 200')).toBe(false);
  expect([...cells].filter(([, isStale]) => isStale).length).toBeGreaterThan(3);
  expect(terminal(report)).toMatch(/\nhistory: \d+ of \d+ declared replies/);
  expect(terminal(report)).toMatch(/\nhistory, stale: /);
});

test('a history that cannot be written says so, and the report is not lost with it', async () => {
  const removed = run(0, { onExchange: () => rmSync(directory, { recursive: true, force: true }) });
  const error = await removed.catch((reason: unknown) => reason);
  expect(String(error)).toBe('NoVerdictError: --history: the run cannot be added (ENOENT)');
  expect(error).toHaveProperty('report.verdict', 'conformant');
});

test('a run with a history can be replayed, to the byte', async () => {
  await run(0);
  const record = join(directory, 'run.har');
  const report = await run(1, { record, label: 'staging' });
  expect(await replayContract(record)).toEqual(report);
  expect(
    readFileSync(record, 'utf8') +
      readdirSync(directory)
        .map((name) => readFileSync(join(directory, name), 'utf8'))
        .join(),
  ).not.toContain(KEY);
});

test.each<[what: string, text: string, message: RegExp]>([
  [
    'of another version of the contract',
    '{"format":1,"contract":{"title":"","version":"0.0.1"},"results":[]}',
    /is of version 0\.0\.1 of the contract, and this suite verifies .*; give another directory$/,
  ],
  ['that is not JSON', '{"format":1,', /cannot be read \(not JSON\); remove it$/],
  ['of another program', '[]', /is not a run of this suite; remove it$/],
])('a history with a file %s is refused in one line, and stays as it is', async (_, text, message) => {
  const file = join(directory, '2026-01-01T00-00-00-000Z.json');
  writeFileSync(file, text);
  await expect(run(0)).rejects.toThrow(message);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(directory)).toHaveLength(1);
});

test('a label with control characters is refused', async () => {
  await expect(run(0, { label: 'a\u001b[31mb' })).rejects.toThrow(
    '--label: expected one line of at most 80 characters',
  );
});

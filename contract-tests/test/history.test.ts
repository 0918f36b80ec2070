import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { readHistory } from '../src/history/directory.ts';
import { judgeTraffic, replayContract } from '../src/index.ts';
import { contractDocument } from '../src/plan/document.ts';
import { terminal } from '../src/renderings/terminal.ts';
import { isNotAsked } from '../src/report/matrix.ts';
import { inSuccess, KEY, verifyWith } from './support/service.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

const DAY = 24 * 60 * 60 * 1000;
const run = (days: number, more: object = {}) =>
  verifyWith(undefined, 'full', { profile: 'live', history: directory, now: () => Date.now() + days * DAY, ...more });

test('the next run sends the requests that did not fit into the first run', async () => {
  const [first, second] = [await run(0), await run(1)];
  const wrong = (report: typeof first) => report.made.filter(({ status }) => status !== '200').map(({ id }) => id);
  expect(wrong(second).filter((id) => wrong(first).includes(id))).toEqual([]);
  const all = new Set([...first.made, ...second.made].map(({ id }) => id));
  expect(second.history?.requests).toBe(all.size);
  expect(all.size).toBeGreaterThan(first.made.length + 9);
  expect(readdirSync(directory)).toHaveLength(2);
});

const reasonsOf = ({ cells }: Awaited<ReturnType<typeof run>>, status: string) =>
  cells.flatMap((cell) => (cell.status === status && cell.state === 'not-observed' ? [cell.reason] : []));
const SHOWN = 'not requested again: the history has a valid response with this status';

test('a request that is omitted because of the history is reported as such', async () => {
  const record = join(temporaryDirectory(), 'run.har');
  await run(0, { record, history: undefined });
  await judgeTraffic([record], { history: directory });
  const second = await run(1);
  expect(new Set(reasonsOf(second, '200'))).toEqual(new Set([SHOWN]));
  expect(new Set(reasonsOf(second, '400'))).toEqual(new Set([SHOWN, 'this run did not request it']));
  expect(terminal(second).replaceAll(/\s+/g, ' ')).toContain(`${second.cells.filter(isNotAsked).length} not requested`);
  const third = await run(2);
  expect(new Set(reasonsOf(third, '200'))).toEqual(new Set(['no response had this envelope']));
});

test('a response is requested again if its latest result in the history is invalid', async () => {
  const wrong = inSuccess('listBrands', () => ({ status: 201 }));
  await verifyWith(wrong, 'full', { profile: 'smoke', history: directory });
  const past = readHistory(directory, { version: String(contractDocument().info?.version) }).past;
  const traffic = past.map((one) => ({ ...one, isTraffic: true }));
  expect(traffic.filter(({ state }) => state === 'fail').map(({ operation }) => operation)).toEqual(['listBrands']);
  const report = await run(1, { history: undefined, past: traffic, profile: 'smoke' });
  expect(report.cells.find(({ operation, status }) => operation === 'listBrands' && status === '200')?.state).toBe(
    'pass',
  );
  expect(new Set(reasonsOf(report, '200'))).toEqual(new Set([SHOWN]));
});

test('a run with a seed sends the same requests, regardless of the history', async () => {
  const ids = async () => (await run(0, { seed: 7 })).made.map(({ id }) => id);
  expect(await ids()).toEqual(await ids());
});

test('the report shows the combined results with their dates and marks stale results', async () => {
  await run(0);
  const report = await run(40, { profile: 'smoke', maxAge: 30 * DAY });
  const cells = new Map(report.history?.cells.map(({ name, isStale }) => [name, isStale]));
  expect(cells.get('decodeVin 200')).toBe(false);
  expect([...cells].filter(([, isStale]) => isStale).length).toBeGreaterThan(3);
  expect(terminal(report)).toMatch(
    /\nhistory: \d+ of \d+ declared responses seen by \d+ requests since \S+\s+their\s+statuses\s+are\s+based\s+on\s+\d+\s+clauses/,
  );
  expect(terminal(report)).toMatch(/\nhistory, stale: /);
});

test('a run reports a history that cannot be written, and its report is not lost', async () => {
  const removed = run(0, { onExchange: () => rmSync(directory, { recursive: true, force: true }) });
  const error = await removed.catch((reason: unknown) => reason);
  expect(String(error)).toBe('NoVerdictError: --history: the run cannot be added (ENOENT)');
  expect(error).toHaveProperty('report.verdict', 'conformant');
});

test('the replay of a run with a history gives the same report', async () => {
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
    'from another contract version',
    '{"format":1,"contract":{"title":"","version":"0.0.1"},"results":[]}',
    /belongs to contract version 0\.0\.1, but this suite verifies .*; specify another directory$/,
  ],
  ['that is not JSON', '{"format":1,', /cannot be read \(not JSON\); remove it$/],
  ['from another program', '[]', /is not a run of this suite; remove it$/],
])('a history with a file %s is rejected with a one-line message and is not changed', async (_, text, message) => {
  const file = join(directory, '2026-01-01T00-00-00-000Z.json');
  writeFileSync(file, text);
  await expect(run(0)).rejects.toThrow(message);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(readdirSync(directory)).toHaveLength(1);
});

test('a label with control characters is rejected', async () => {
  await expect(run(0, { label: 'a\u001b[31mb' })).rejects.toThrow(
    '--label: expected one line of at most 80 characters',
  );
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorBody } from '@vehicle-lookup/operations';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { BudgetError, type Exchange, RunError, replayContract } from '../../src/index.ts';
import { openLedger } from '../../src/run/ledger.ts';
import { KEY, verifyWith } from '../support/service.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

test('of a plan that exceeds the budget nothing is sent', async () => {
  let made = 0;
  const onExchange = () => {
    made += 1;
  };
  const run = verifyWith(undefined, 'full', { profile: 'smoke', budget: 9, onExchange });
  await expect(run).rejects.toThrow(BudgetError);
  await expect(run).rejects.toThrow('10 requests are planned, and the budget is 9');
  expect(made).toBe(0);
});

test('a run reports the requests planned, made and left', async () => {
  const report = await verifyWith(undefined, 'full', { profile: 'smoke', budget: 25 });
  expect(report.requests).toEqual({ planned: 10, spent: 10, budget: 25, left: 15 });
});

test('each request is written to the ledger before it is made, and counts for the next run', async () => {
  const ledger = join(folder, 'ledger.jsonl');
  const atExchange: number[] = [];
  const lines = () => readFileSync(ledger, 'utf8').trim().split('\n');
  await verifyWith(undefined, 'full', {
    profile: 'smoke',
    budget: 15,
    ledger,
    onExchange: () => atExchange.push(lines().length),
  });
  expect(atExchange).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(readFileSync(ledger, 'utf8')).not.toContain('canary');
  await expect(verifyWith(undefined, 'full', { profile: 'smoke', budget: 15, ledger })).rejects.toThrow(
    '10 requests are planned, and the budget is 15, of which 10 are spent',
  );
  expect(lines()).toHaveLength(10);
});

test('an incomplete line of the ledger counts as a request', () => {
  const file = join(folder, 'ledger.jsonl');
  writeFileSync(file, '{"reserved":"GET /a"}\n{"reserved":"GE');
  const ledger = openLedger(file);
  ledger.reserve('GET /b');
  ledger.close();
  expect(ledger.before).toBe(2);
  expect(openLedger(file).before).toBe(3);
});

test('so does a line of which only the first letters were written', () => {
  const file = join(folder, 'ledger.jsonl');
  writeFileSync(file, '{"reserved":"GET /a"}\n{"reser');
  openLedger(file).close();
  const again = openLedger(file);
  again.reserve('GET /b');
  again.close();
  expect(openLedger(file).before).toBe(3);
});

test('concurrent runs with one ledger never exceed the budget together, and each can be replayed', async () => {
  const ledger = join(folder, 'ledger.jsonl');
  let made = 0;
  const run = async (name: string) => {
    const record = join(folder, name);
    const onExchange = () => {
      made += 1;
    };
    const report = await verifyWith(undefined, 'full', { profile: 'smoke', budget: 25, ledger, record, onExchange });
    expect(await replayContract(record)).toEqual(report);
    return report;
  };
  const reports = await Promise.all(['a.har', 'b.har', 'c.har'].map(run));
  expect(made).toBe(25);
  expect(reports.some(({ exitCode, requests }) => exitCode === 4 && requests.stopped?.includes('ledger'))).toBe(true);
});

test('a file that is no ledger is not changed', () => {
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'my notes\n');
  expect(() => openLedger(file)).toThrow(RunError);
  expect(readFileSync(file, 'utf8')).toBe('my notes\n');
});

test('a ledger without a budget is a mistake of use', async () => {
  await expect(verifyWith(undefined, 'full', { ledger: join(folder, 'l') })).rejects.toThrow('--ledger needs --budget');
});

test('a run ends at the first refusal by a limit that it did not provoke', async () => {
  const report = await verifyWith((right, { operation }) =>
    operation === 'getFluids' ? { ...right, status: 429, body: errorBody('The allowance is exhausted.') } : right,
  );
  expect(report.requests.stopped).toMatch(/the allowance is exhausted/);
  expect(report.requests.spent).toBeLessThan(10);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test('a second refusal by a burst limit is not waited for', async () => {
  let refused = 0;
  const report = await verifyWith((right) => {
    if (right.status !== 200) return right;
    refused += 1;
    return { status: 429, headers: { ...right.headers, 'retry-after': '0' }, body: errorBody('Too many requests.') };
  });
  expect(refused).toBe(2);
  expect(report.requests).toMatchObject({ spent: 2 });
});

test('a recording gets every exchange, without the key in what was sent', async () => {
  const recorded: Exchange[] = [];
  const report = await verifyWith(undefined, 'full', { profile: 'live', onExchange: (one) => recorded.push(one) });
  expect(recorded).toHaveLength(report.requests.spent);
  const sent = recorded.map(({ address, pairs, headers }) => JSON.stringify([address, pairs, headers])).join('\n');
  expect(sent).not.toContain(JSON.stringify(KEY).slice(1, -1));
});

test('other accounts are used where they are given, and their keys are in no output', async () => {
  const secondKey = 'another-canary-key';
  const report = await verifyWith(
    (right, { query, operation }) => {
      const status = { poor: 403, spent: 429 }[`${query.get('user')}`];
      if (query.get('key') !== secondKey || !operation || !status) return right;
      return { ...right, status, body: errorBody(`This is not available in your plan: ${query.get('key')}`) };
    },
    'full',
    { data: { forbidden: { user: 'poor', key: secondKey }, exhausted: { user: 'spent', key: secondKey } } },
  );
  const states = report.cells.filter(({ status }) => status === '403' || status === '429').map(({ state }) => state);
  expect(states.filter((state) => state === 'fail')).toHaveLength(12);
  expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(['secret-echoed']));
  expect(JSON.stringify(report)).not.toContain(secondKey);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorBody } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { BudgetError, type HttpExchange, RunError, replayContract } from '../../src/index.ts';
import { openLedger } from '../../src/run/ledger.ts';
import { KEY, OPERATIONS, verifyWith } from '../support/service.ts';

let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});

test('a plan that exceeds the budget is rejected before the first request', async () => {
  let made = 0;
  const onExchange = () => {
    made += 1;
  };
  const run = verifyWith(undefined, 'full', { profile: 'smoke', budget: OPERATIONS - 1, onExchange });
  await expect(run).rejects.toThrow(BudgetError);
  await expect(run).rejects.toThrow(`${OPERATIONS} requests are planned, and the budget is ${OPERATIONS - 1}`);
  expect(made).toBe(0);
});

test('a run reports the numbers of planned, sent and remaining requests', async () => {
  const report = await verifyWith(undefined, 'full', { profile: 'smoke', budget: OPERATIONS + 15 });
  expect(report.requests).toEqual({
    planned: OPERATIONS,
    spent: OPERATIONS,
    budget: OPERATIONS + 15,
    left: 15,
    consultations: { planned: OPERATIONS, spent: OPERATIONS },
  });
});

test('each request is written to the ledger before it is sent and is counted by the next run', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const atExchange: number[] = [];
  const lines = () => readFileSync(ledger, 'utf8').trim().split('\n');
  await verifyWith(undefined, 'full', {
    profile: 'smoke',
    budget: OPERATIONS + 5,
    ledger,
    onExchange: () => atExchange.push(lines().length),
  });
  expect(atExchange).toEqual(Array.from({ length: OPERATIONS }, (_, index) => index + 1));
  expect(readFileSync(ledger, 'utf8')).not.toContain('canary');
  await expect(verifyWith(undefined, 'full', { profile: 'smoke', budget: OPERATIONS + 5, ledger })).rejects.toThrow(
    `${OPERATIONS} requests are planned, and the budget is ${OPERATIONS + 5}, of which ${OPERATIONS} are spent`,
  );
  expect(lines()).toHaveLength(OPERATIONS);
});

const LINE = '{"reserved":"GET /a","charged":0,"at":"2026-01-01T00:00:00.000Z"}';

test('an incomplete line in the ledger counts as a request', () => {
  const file = join(directory, 'ledger.jsonl');
  writeFileSync(file, `${LINE}\n{"reserved":"GE`);
  const ledger = openLedger(file);
  ledger.reserve(() => 'GET /b', false);
  expect(ledger.before.requests).toBe(2);
  expect(openLedger(file).before.requests).toBe(3);
});

test('a ledger line that is truncated after a few characters counts as a request', () => {
  const file = join(directory, 'ledger.jsonl');
  writeFileSync(file, `${LINE}\n{"reser`);
  const again = openLedger(file);
  again.reserve(() => 'GET /b', false);
  expect(openLedger(file).before.requests).toBe(3);
});

test('concurrent runs with a common ledger do not exceed the budget, and each run can be replayed', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  let made = 0;
  const run = async (name: string) => {
    const record = join(directory, name);
    const onExchange = () => {
      made += 1;
    };
    const report = await verifyWith(undefined, 'full', {
      profile: 'smoke',
      budget: 2 * OPERATIONS + 5,
      ledger,
      record,
      onExchange,
    });
    expect(await replayContract(record)).toEqual(report);
    return report;
  };
  const reports = await Promise.all(['a.har', 'b.har', 'c.har'].map(run));
  expect(made).toBe(2 * OPERATIONS + 5);
  expect(reports.some(({ exitCode, requests }) => exitCode === 4 && requests.stopped?.includes('ledger'))).toBe(true);
});

test('a file that is not a ledger is not changed', () => {
  const file = join(directory, 'notes.txt');
  writeFileSync(file, 'my notes\n');
  expect(() => openLedger(file)).toThrow(RunError);
  expect(readFileSync(file, 'utf8')).toBe('my notes\n');
});

test('no requests are sent if the ledger cannot be written', async () => {
  const ledger = join(directory, 'no-such-directory', 'ledger.jsonl');
  const exchanges: unknown[] = [];
  const onExchange = (exchange: unknown) => exchanges.push(exchange);
  await expect(verifyWith(undefined, 'full', { profile: 'smoke', ledger, onExchange })).rejects.toThrow(
    '--ledger: the file cannot be written (ENOENT)',
  );
  expect(exchanges).toEqual([]);
});

test('a ledger without a budget counts requests without limiting them', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const report = await verifyWith(undefined, 'full', { profile: 'smoke', ledger });
  expect(report.requests).not.toHaveProperty('budget');
  expect(readFileSync(ledger, 'utf8').trim().split('\n')).toHaveLength(OPERATIONS);
});

test('a budget with a window ignores requests before the window', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const day = 24 * 60 * 60 * 1000;
  const run = (days: number) =>
    verifyWith(undefined, 'full', {
      profile: 'smoke',
      budget: `${OPERATIONS + 5}/30d`,
      ledger,
      now: () => Date.now() + days * day,
    });
  await run(0);
  await expect(run(29)).rejects.toThrow(
    `${OPERATIONS} requests are planned, and the budget is ${OPERATIONS + 5}, of which ${OPERATIONS} are spent`,
  );
  expect((await run(31)).requests).toMatchObject({ spent: OPERATIONS, budget: OPERATIONS + 5, left: 5 });
});

test('consultations, which are charged successes, have a separate limit', async () => {
  const ledger = join(directory, 'ledger.jsonl');
  const report = await verifyWith(undefined, 'full', {
    profile: 'live',
    consultations: `${OPERATIONS + 4}/7d`,
    ledger,
  });
  expect(report.requests).toMatchObject({
    consultations: { planned: OPERATIONS + 1, spent: OPERATIONS + 1, budget: OPERATIONS + 4, left: 3 },
  });
  await expect(
    verifyWith(undefined, 'full', { profile: 'smoke', consultations: `${OPERATIONS + 4}/7d`, ledger }),
  ).rejects.toThrow(
    `${OPERATIONS} consultations are planned, and the limit is ${OPERATIONS + 4}, of which ${OPERATIONS + 1} are spent`,
  );
});

test('a success where an error was expected is counted as charged', async () => {
  const report = await verifyWith(
    (right, { query }) => (query.get('key') ? right : { ...right, status: 200, body: {} }),
    'full',
    { profile: 'live' },
  );
  expect(report.requests.consultations.spent).toBeGreaterThan(report.requests.consultations.planned);
});

test('a limit on requests and a limit on consultations each have their own window', () => {
  const day = 24 * 60 * 60 * 1000;
  const ledger = (days: number) =>
    openLedger(join(directory, 'ledger.jsonl'), () => days * day, { requests: 30 * day, consultations: 7 * day });
  ledger(0).reserve(() => 'GET /a', true);
  expect(ledger(6).before).toEqual({ requests: 1, consultations: 1 });
  expect(ledger(8).before).toEqual({ requests: 1, consultations: 0 });
  expect(ledger(31).before).toEqual({ requests: 0, consultations: 0 });
});

test('a ledger in the old format, an invalid budget and a window without a ledger are rejected', async () => {
  const ledger = join(directory, 'old.jsonl');
  writeFileSync(ledger, '{"reserved":"GET /a","run":"1"}\n');
  const rejected = (options: object) => expect(verifyWith(undefined, 'full', { profile: 'smoke', ...options })).rejects;
  await rejected({ ledger }).toThrow(
    '--ledger: line 1 has no time, because an older version of this suite wrote the line',
  );
  expect(readFileSync(ledger, 'utf8')).toBe('{"reserved":"GET /a","run":"1"}\n');
  await rejected({ budget: '100/month' }).toThrow(
    '--budget: expected a number, or a number and a window such as 100/30d',
  );
  await rejected({ budget: '100/30d' }).toThrow('require --ledger, which records earlier runs');
});

test('a run ends at the first unexpected 429', async () => {
  const report = await verifyWith((right, { operation }) =>
    operation === 'getFluids' ? { ...right, status: 429, body: errorBody('The allowance is exhausted.') } : right,
  );
  expect(report.requests.stopped).toMatch(/the allowance is exhausted/);
  expect(report.requests.spent).toBeLessThan(OPERATIONS);
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test('a burst limit that rejects requests repeatedly ends the run, and the reason names the limit', async () => {
  const report = await verifyWith((right) =>
    right.status === 200
      ? { status: 429, headers: { ...right.headers, 'retry-after': '0' }, body: errorBody('Too many requests.') }
      : right,
  );
  expect(report.requests).toMatchObject({ spent: 2, stopped: expect.stringContaining('burst limit (429)') });
});

test('onExchange receives every exchange, and the requests do not contain the key', async () => {
  const recorded: HttpExchange[] = [];
  const report = await verifyWith(undefined, 'full', { profile: 'live', onExchange: (one) => recorded.push(one) });
  expect(recorded).toHaveLength(report.requests.spent);
  const sent = recorded.map(({ address, pairs, headers }) => JSON.stringify([address, pairs, headers])).join('\n');
  expect(sent).not.toContain(JSON.stringify(KEY).slice(1, -1));
});

test('accounts from the data are used, and the report does not contain their keys', async () => {
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

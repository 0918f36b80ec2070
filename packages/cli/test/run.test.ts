import { type ErrorCode, VehicleLookupError } from '@vehicle-lookup/client';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BatchRecord, RecordForm } from '../src/batch/record.ts';
import { runBatch } from '../src/batch/run.ts';
import type { Listed } from '../src/batch/values.ts';
import type { LookupOutcome } from '../src/service.ts';

interface Batch {
  values: Iterable<string> | AsyncIterable<string>;
  /** Error codes, keyed by value. All other values succeed. */
  codes?: Record<string, ErrorCode>;
  answered?: string[];
  concurrency?: number;
  append?: (line: string) => void;
  maxConsultations?: number;
  /** Whether a batch stops if its first requests all fail in the same way. */
  stops?: boolean;
}

const form: RecordForm = { operation: 'decodeVin', parameter: 'vin', member: 'data', identify: String };

async function run({ values, codes = {}, answered = [], append, stops = false, ...options }: Batch) {
  const lines: BatchRecord[] = [];
  const requested: string[] = [];
  let [running, most] = [0, 0];
  async function* list(): AsyncGenerator<Listed<string>> {
    let line = 0;
    for await (const item of values) yield { item, line: ++line };
  }
  async function answer(vin: string): Promise<LookupOutcome> {
    requested.push(vin);
    most = Math.max(most, ++running);
    for (let turn = 0; turn < vin.length % 3; turn++) await new Promise(setImmediate);
    running--;
    const code = Object.hasOwn(codes, vin) ? codes[vin] : undefined;
    if (code) return { ok: false, error: new VehicleLookupError(code, 'decodeVin', 'no luck.') };
    return { ok: true, data: {}, issues: [] };
  }
  const outcome = await runBatch({
    values: list(),
    earlier: new Map(answered.map((value) => [value, 'answered'])),
    lookup: (vin) => answer(String(vin)),
    form,
    sink: { append: append ?? ((line) => lines.push(JSON.parse(line))), close: () => {} },
    options: { concurrency: 2, ...(!stops && { keepGoing: true }), ...options },
    signals: { stop: new AbortController(), abort: new AbortController() },
    onProgress: () => {},
  });
  return { outcome, lines, requested, most };
}

test('every value gets one request and one line, with a limited number of concurrent requests', async () => {
  const list = fc.uniqueArray(fc.string({ minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(list, fc.integer({ min: 1, max: 8 }), async (values, concurrency) => {
      const there = values.filter((_, index) => index % 3 === 0);
      const failing = values.filter((_, index) => index % 3 === 1);
      const codes = Object.fromEntries(failing.map((value) => [value, 'not_found' as const]));
      const { outcome, lines, requested, most } = await run({ values, codes, answered: there, concurrency });
      const rest = values.filter((value) => !there.includes(value)).sort();
      expect(requested.sort()).toEqual(rest);
      expect(lines.map(({ vin }) => String(vin)).sort()).toEqual(rest);
      expect(most).toBeLessThanOrEqual(concurrency);
      const counts = (kinds: Record<string, number>) => new Map(Object.entries(kinds).filter(([, count]) => count > 0));
      expect(outcome).toEqual({
        results: counts({ answered: rest.length - failing.length, not_found: failing.length }),
        skipped: counts({ answered: there.length }),
        firstInvalid: [],
        requested: rest.length,
      });
    }),
  );
});

test.each(['quota_exhausted', 'unauthorized', 'forbidden_by_plan'] as const)(
  '%s ends a batch and is not written as a line',
  async (code) => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { outcome, lines, requested } = await run({ values, codes: { c: code }, concurrency: 1 });
    expect(lines.map(({ vin }) => vin)).toEqual(['a', 'b']);
    expect(requested).toEqual(['a', 'b', 'c']);
    expect(outcome).toMatchObject({ results: new Map([['answered', 2]]), requested: 3, stopped: { code } });
  },
);

test('requests in progress at the end of a batch are completed and written', async () => {
  const { lines } = await run({ values: ['aa', 'b', 'c'], codes: { b: 'quota_exhausted' }, concurrency: 2 });
  expect(lines.map(({ vin }) => vin)).toEqual(['aa']);
});

test('an output error ends a batch without losing results', async () => {
  const append = () => {
    throw new UserError('the disk is full');
  };
  const { outcome, requested } = await run({ values: ['a', 'b', 'c', 'd'], append, concurrency: 2 });
  expect(outcome).toMatchObject({
    results: new Map([['answered', 2]]),
    requested: 2,
    broken: { message: 'the disk is full' },
    unwritten: [expect.stringContaining('"a"'), expect.stringContaining('"b"')],
  });
  expect(requested).toEqual(['a', 'b']);
});

test('a batch ends after the requests in progress if its list cannot be read to the end', async () => {
  async function* values() {
    yield* ['aa', 'bb'];
    throw new UserError('the list broke off');
  }
  const { outcome, lines } = await run({ values: values(), concurrency: 3 });
  expect(lines.map(({ vin }) => vin)).toEqual(['aa', 'bb']);
  expect(outcome).toMatchObject({
    results: new Map([['answered', 2]]),
    requested: 2,
    broken: { message: 'the list broke off' },
  });
});

test('an unexpected error is thrown', async () => {
  const append = () => {
    throw new TypeError('a mistake of this program');
  };
  await expect(run({ values: ['a'], append })).rejects.toThrow('a mistake of this program');
});

test('a batch spends exactly the permitted number of consultations at any concurrency', async () => {
  const numbers = fc.record({
    concurrency: fc.integer({ min: 1, max: 8 }),
    maxConsultations: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(numbers, async (settings) => {
      const values = Array.from({ length: 20 }, (_, index) => 'v'.repeat(index + 1));
      // Every third value is not found and therefore free.
      const codes = Object.fromEntries(
        values.flatMap((value, index) => (index % 3 ? [] : [[value, 'not_found' as const]])),
      );
      const { outcome } = await run({ values, codes, ...settings });
      expect(outcome).toMatchObject({ isSpent: true });
      expect(outcome.results.get('answered')).toBe(settings.maxConsultations);
    }),
  );
});

test('a batch stops if its first requests fail in the same way, and writes a line for each failure', async () => {
  const values = Array.from({ length: 30 }, (_, index) => `v${index}`);
  const codes = Object.fromEntries(values.map((value) => [value, 'server' as const]));
  const { outcome, lines } = await run({ values, codes, concurrency: 1, stops: true });
  expect(outcome).toMatchObject({ requested: 10, alike: 10, stopped: { code: 'server' } });
  expect(lines).toHaveLength(10);
});

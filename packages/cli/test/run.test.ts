import { type ErrorCode, VehicleLookupError } from '@vehicle-lookup/client';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer, Refusal } from '../src/ask.ts';
import type { BatchRecord, RecordForm } from '../src/batch/record.ts';
import { runBatch } from '../src/batch/run.ts';
import { CommandError } from '../src/command-error.ts';

interface Setting {
  values: Iterable<string> | AsyncIterable<string>;
  /** The error code that a value meets; the others are answered. */
  codes?: Record<string, ErrorCode>;
  answered?: string[];
  concurrency?: number;
  append?: (line: string) => void;
}

const form: RecordForm = { operation: 'decodeVin', parameter: 'vin', member: 'data', identify: String };

async function run({ values, codes = {}, answered = [], concurrency = 2, append }: Setting) {
  const lines: BatchRecord[] = [];
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  async function* list(): AsyncGenerator<string> {
    yield* values;
  }
  async function answer(vin: string): Promise<Answer | Refusal> {
    asked.push(vin);
    most = Math.max(most, ++underWay);
    for (let turn = 0; turn < vin.length % 3; turn++) await new Promise(setImmediate);
    underWay--;
    const code = Object.hasOwn(codes, vin) ? codes[vin] : undefined;
    if (code) return { ok: false, error: new VehicleLookupError(code, 'decodeVin', 'no luck.') };
    return { ok: true, data: {}, issues: [] };
  }
  const outcome = await runBatch({
    values: list(),
    answered: new Set(answered),
    ask: (vin) => ({ safe: () => answer(String(vin)) }),
    form,
    sink: { append: append ?? ((line) => lines.push(JSON.parse(line))), close: () => {} },
    concurrency,
    abort: new AbortController().signal,
    onProgress: () => {},
  });
  return { outcome, lines, asked, most };
}

test('every value is asked for once and has one line, with at most so many requests at a time', async () => {
  const list = fc.uniqueArray(fc.string({ minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(list, fc.integer({ min: 1, max: 8 }), async (values, concurrency) => {
      const there = values.filter((_, index) => index % 3 === 0);
      const failing = values.filter((_, index) => index % 3 === 1);
      const codes = Object.fromEntries(failing.map((value) => [value, 'not_found' as const]));
      const { outcome, lines, asked, most } = await run({ values, codes, answered: there, concurrency });
      const rest = values.filter((value) => !there.includes(value)).sort();
      expect(asked.sort()).toEqual(rest);
      expect(lines.map(({ vin }) => String(vin)).sort()).toEqual(rest);
      expect(most).toBeLessThanOrEqual(concurrency);
      expect(outcome).toEqual({
        answered: rest.length - failing.length,
        failed: failing.length,
        skipped: there.length,
        asked: rest.length,
      });
    }),
  );
});

test.each(['quota_exhausted', 'unauthorized', 'forbidden_by_plan'] as const)(
  '%s ends a batch, and is no line of it',
  async (code) => {
    const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const { outcome, lines, asked } = await run({ values, codes: { c: code }, concurrency: 1 });
    expect(lines.map(({ vin }) => vin)).toEqual(['a', 'b']);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(outcome).toMatchObject({ answered: 2, failed: 0, asked: 3, stopped: { code } });
  },
);

test('what is under way when a batch ends is waited for and written', async () => {
  const { lines } = await run({ values: ['aa', 'b', 'c'], codes: { b: 'quota_exhausted' }, concurrency: 2 });
  expect(lines.map(({ vin }) => vin)).toEqual(['aa']);
});

test('what cannot be written ends a batch with its reason', async () => {
  const append = () => {
    throw new CommandError('the disk is full');
  };
  const { outcome, asked } = await run({ values: ['a', 'b', 'c', 'd'], append, concurrency: 2 });
  expect(outcome).toMatchObject({ answered: 0, failed: 0, asked: 2, broken: { message: 'the disk is full' } });
  expect(asked).toEqual(['a', 'b']);
});

test('a list that breaks off ends a batch with its reason, after what is under way', async () => {
  async function* values() {
    yield* ['aa', 'bb'];
    throw new CommandError('the list broke off');
  }
  const { outcome, lines } = await run({ values: values(), concurrency: 3 });
  expect(lines.map(({ vin }) => vin)).toEqual(['aa', 'bb']);
  expect(outcome).toMatchObject({ answered: 2, asked: 2, broken: { message: 'the list broke off' } });
});

test('what nobody has an explanation for is thrown', async () => {
  const append = () => {
    throw new TypeError('a mistake of this program');
  };
  await expect(run({ values: ['a'], append })).rejects.toThrow('a mistake of this program');
});

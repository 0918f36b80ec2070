import { errorBody } from '@vehicle-lookup/contract';
import { describe, expect, test } from 'vitest';
import { RunError, type VerifyOptions } from '../../src/index.ts';
import { sizes } from '../../src/plan/profile.ts';
import { readRate } from '../../src/run/pace.ts';
import { retryAfter } from '../../src/run/repeat.ts';
import { type ServiceFault, type ServiceResponse, verifyWith } from '../support/service.ts';

/** Creates a clock that advances only while a run waits. */
function createClock() {
  const clock = { now: Date.now() };
  const sleep = async (milliseconds: number): Promise<void> => {
    clock.now += milliseconds;
  };
  return { clock, options: { now: () => clock.now, sleep } satisfies Partial<VerifyOptions> };
}

/** Sets the timestamp of a correct response to the time of a clock. */
function atTimeOf(clock: { now: number }, right: ServiceResponse): ServiceResponse {
  const timestamp = new Date(clock.now).toISOString().replace(/\.\d+Z$/, '+00:00');
  return right.status === 200 ? { ...right, body: { ...Object(right.body), timestamp } } : right;
}

/** Creates a service that allows five requests per second and states the time to wait in the given headers. */
function fivePerSecond(clock: { now: number }, headers: Record<string, string>) {
  const rejections: number[] = [];
  let accepted: number[] = [];
  const fault: ServiceFault = (right) => {
    clock.now += 7;
    accepted = accepted.filter((at) => at > clock.now - 1000);
    if (accepted.length >= 5) {
      rejections.push(clock.now);
      return { status: 429, headers: { ...right.headers, ...headers }, body: errorBody('Not so fast.') };
    }
    accepted.push(clock.now);
    return atTimeOf(clock, right);
  };
  return { fault, rejections };
}

describe('a service that allows five requests per second', () => {
  test.each([
    ['full', { 'retry-after': '1' }],
    ['deep', { 'retry-after': '1' }],
    ['full', {}],
  ] as const)('rejects only two requests from a %s run with the headers %j', async (profile, headers) => {
    const { clock, options } = createClock();
    const { fault, rejections } = fivePerSecond(clock, headers);
    const report = await verifyWith(fault, 'full', { ...options, profile });
    expect(report.findings).toEqual([]);
    expect(report.verdict).toBe('conformant');
    expect(rejections).toHaveLength(2);
  });

  test('rejects no requests if the run has a rate below its limit', async () => {
    const { clock, options } = createClock();
    const { fault, rejections } = fivePerSecond(clock, {});
    const report = await verifyWith(fault, 'full', { ...options, rate: '4/s' });
    expect(report.verdict).toBe('conformant');
    expect(rejections).toEqual([]);
  });
});

test('a deep run completes although a shared rate limit rejects some of its requests', async () => {
  const { clock, options } = createClock();
  let count = 0;
  const report = await verifyWith(
    (right) => {
      count += 1;
      clock.now += 7;
      if (count % 40 > 0) return atTimeOf(clock, right);
      return { status: 429, headers: { ...right.headers, 'retry-after': '1' }, body: errorBody('Not so fast.') };
    },
    'full',
    { ...options, profile: 'deep' },
  );
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
});

test('a rate is measured between the start times of consecutive requests', async () => {
  const { clock, options } = createClock();
  const { fault } = fivePerSecond(clock, {});
  const started: number[] = [];
  const onExchange: VerifyOptions['onExchange'] = (exchange) => started.push(exchange.started);
  await verifyWith(fault, 'full', { ...options, profile: 'smoke', rate: '120/min', onExchange });
  const gaps = started.slice(1).map((at, index) => at - (started[index] ?? 0));
  expect(new Set(gaps)).toEqual(new Set([500]));
});

test('a single rejected request does not slow down the run', async () => {
  let isFirst = true;
  let slept = 0;
  const sleep = async (milliseconds: number): Promise<void> => {
    slept += milliseconds;
  };
  const report = await verifyWith(
    (right) => {
      if (!isFirst) return right;
      isFirst = false;
      return { status: 429, headers: { ...right.headers, 'retry-after': '1' }, body: errorBody('Not so fast.') };
    },
    'full',
    { sleep },
  );
  expect(report.verdict).toBe('conformant');
  expect(slept).toBe(1000);
});

test('an allowance that is exhausted during a run causes only one additional request', async () => {
  let left = 20;
  const report = await verifyWith((right) =>
    left-- > 0 ? right : { ...right, status: 429, body: errorBody('The allowance is exhausted.') },
  );
  expect(report.requests).toMatchObject({
    spent: sizes.live.requests - sizes.live.kept,
    stopped: expect.stringContaining('exhausted'),
  });
});

test.each([
  ['5/s', 200],
  ['100/min', 600],
  ['0/s', undefined],
  ['5', undefined],
  ['5/h', undefined],
])('the rate %s means %s milliseconds between requests', (text, milliseconds) => {
  expect(readRate(text)).toBe(milliseconds);
});

test('an invalid rate is rejected before the first request', async () => {
  await expect(verifyWith(undefined, 'full', { rate: 'often' })).rejects.toThrow(RunError);
});

test.each([
  ['90', 90],
  ['Sat, 28 Nov 2026 12:00:30 GMT', 30],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After: %s is a wait of %s seconds', (value, seconds) => {
  const response = { status: 429, headers: [['retry-after', value] as [string, string]], body: new Uint8Array() };
  expect(retryAfter(response, Date.UTC(2026, 10, 28, 12))).toBe(seconds);
});

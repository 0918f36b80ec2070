import { expect, test } from 'vitest';
import { type ServiceFault, verifyWith } from '../support/service.ts';

/** Returns a service that counts an allowance and states it in headers. */
function counting(
  headersOf: (left: number) => Record<string, string>,
  isCharged: (status: number) => boolean,
): ServiceFault {
  let left = 900;
  return (correct) => {
    if (isCharged(correct.status)) left -= 1;
    return { ...correct, headers: { ...correct.headers, ...headersOf(left) } };
  };
}

const isSuccess = (status: number) => status === 200;

async function chargingOf(fault: ServiceFault, profile: 'smoke' | 'live' | 'full' = 'full') {
  const { assumptions, findings } = await verifyWith(fault, 'full', { profile });
  const { state, how } = assumptions.find(({ id }) => id === 'charging') ?? {};
  return { state, how, finding: findings.find(({ code }) => code === 'charging') };
}

test.each<[string, (left: number) => Record<string, string>]>([
  ['RateLimit: "month"', (left) => ({ ratelimit: `"month";r=${left}` })],
  [
    'RateLimit: "quota" with its policy',
    (left) => ({ ratelimit: `"quota";r=${left};t=0`, 'ratelimit-policy': '"quota";q=1000;w=2592000' }),
  ],
  ['RateLimit: "default"', (left) => ({ ratelimit: `"default";r=${left};t=2592000` })],
  ['RateLimit: "plan" after a burst limit', (left) => ({ ratelimit: `"burst";r=4;t=1, "plan";r=${left};t=604800` })],
  ['RateLimit: remaining=', (left) => ({ ratelimit: `limit=1000, remaining=${left}, reset=600000` })],
  ['RateLimit-Remaining', (left) => ({ 'ratelimit-remaining': String(left) })],
  ['X-RateLimit-Remaining', (left) => ({ 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': String(left) })],
  ['X-Rate-Limit-Remaining', (left) => ({ 'x-rate-limit-remaining': String(left) })],
  ['X-Quota-Remaining', (left) => ({ 'x-quota-remaining': String(left) })],
])('the allowance is read from %s', async (_, headersOf) => {
  expect(await chargingOf(counting(headersOf, isSuccess), 'live')).toMatchObject({ state: 'confirmed' });
});

test.each<[string, Record<string, string>]>([
  ['named burst', { ratelimit: '"burst";r=4;t=1' }],
  ['for a minute', { ratelimit: '"default";r=599;t=60' }],
  ['with a policy for a minute', { ratelimit: '"api";r=599', 'ratelimit-policy': '"api";q=600;w=60' }],
])('a limit %s is not treated as the allowance', async (_, headers) => {
  const found = await chargingOf(
    counting(() => headers, isSuccess),
    'smoke',
  );
  expect(found).toMatchObject({ state: 'not-observed', how: 'no header states the remaining allowance' });
});

const month = (left: number) => ({ ratelimit: `"month";r=${left}` });

test('free errors are confirmed only after a 404 response', async () => {
  expect((await chargingOf(counting(month, isSuccess))).how).toMatch(
    /^\d+ further .*, \d+ responses with 404 were free$/,
  );
  expect((await chargingOf(counting(month, isSuccess), 'smoke')).how).toMatch(/, no 404 was received in between$/);
});

test('a service that charges each 404 contradicts the assumption', async () => {
  const { state, finding } = await chargingOf(counting(month, (status) => status === 200 || status === 404));
  expect(state).toBe('contradicted');
  expect(finding).toMatchObject({
    title: 'Responses with 404 take consultations from the allowance',
    received: expect.stringMatching(
      /; ratelimit "month": \d+ left after the last of \d+ successes, \d+ after the first$/,
    ),
  });
});

test('a service that charges every error contradicts the assumption', async () => {
  const { finding } = await chargingOf(counting(month, (status) => status !== 401));
  expect(finding?.title).toBe('Responses with 400 and 404 take consultations from the allowance');
});

test('a service that charges only malformed requests contradicts the assumption', async () => {
  const { finding } = await chargingOf(counting(month, (status) => status === 200 || status === 400));
  expect(finding?.title).toBe('Responses with 400 take consultations from the allowance');
});

test('a service that charges five consultations for one operation contradicts the assumption', async () => {
  let left = 900;
  const { finding } = await chargingOf((correct, { operation }) => {
    if (correct.status === 200) left -= operation === 'getFluids' ? 5 : 1;
    return { ...correct, headers: { ...correct.headers, ...month(left) } };
  });
  expect(finding?.title).toBe('Successes of getFluids take 5 consultations each');
});

test('an unexplained decrease in the allowance is attributed to another user of the account', async () => {
  let calls = 0;
  const found = await chargingOf(counting((left) => month(left - 2 * ++calls), isSuccess));
  expect(found).toMatchObject({
    state: 'not-observed',
    how: expect.stringMatching(/: other callers use the account$/),
  });
});

test('an uncharged error with status 200 does not contradict the assumption', async () => {
  const charging = counting(month, isSuccess);
  const { state, finding } = await chargingOf((correct, request) => {
    const counted = charging(correct, request);
    return correct.status === 404 ? { ...(counted as typeof correct), status: 200 } : counted;
  });
  expect({ state, finding }).toEqual({ state: 'confirmed', finding: undefined });
});

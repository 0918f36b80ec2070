import { readAssumptions } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';
import { checksOf } from '../../src/checks/assumption-check.ts';
import { assumptionChecks } from '../../src/checks/assumptions/index.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { accounts, inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const assumptions = [...readAssumptions(contractDocument())];
const idsOf = (mark: RegExp) => assumptions.filter(([, { probe }]) => mark.test(probe)).map(([id]) => id);

test('each assumption without a check states that it cannot be observed or is judged by rejections', () => {
  expect(assumptionChecks.map(({ id }) => id).toSorted()).toEqual(idsOf(/^(?!none:|refused:)/).toSorted());
});

test('assumptions whose probe describes rejections are judged by their rejections', () => {
  const judgedByRejections = [...checksOf(new Map(assumptions), []).keys()];
  expect(judgedByRejections).toEqual(idsOf(/^refused:/).toSorted());
  expect(judgedByRejections).toContain('several-selectors');
});

test('a correct service confirms every assumption that is judged by its rejections', async () => {
  const { assumptions: results } = await verifyWith(undefined, 'full', { profile: 'deep' });
  const judged = results.filter(({ id }) => idsOf(/^refused:/).includes(id));
  expect(judged.map(({ state, how }) => `${state} ${how.replace(/^\d+/, 'N')}`)).toEqual(
    judged.map(() => expect.stringMatching(/^confirmed N × rejected with 40\d( and 40\d)?$/)),
  );
});

test('a service that follows the assumptions contradicts none of them and confirms every assumption that the requests test', async () => {
  const { assumptions: results } = await verifyWith(undefined, 'full', { profile: 'deep' });
  expect(results.map(({ id }) => id)).toEqual(assumptions.map(([id]) => id));
  const states = new Map(results.map(({ id, state }) => [id, state]));
  expect([...states].filter(([, state]) => state === 'contradicted')).toEqual([]);
  for (const id of [
    'several-selectors',
    'precedence',
    'head',
    'options',
    'partial-vin',
    'name-matching',
    'first-match',
  ]) {
    expect([id, states.get(id)]).toEqual([id, 'confirmed']);
  }
  expect(states.get('charging')).toBe('not-observed');
  expect(states.get('transport')).toBe('not-observable');
});

/** Services that contradict an assumption. */
const others: [id: string, fault: ServiceFault][] = [
  [
    'error-body',
    (right) => (right.status < 400 ? right : { ...right, body: { error: 'It did not work.', detail: 'Try again.' } }),
  ],
  [
    'repeated-parameter',
    (right, { query }) =>
      right.status === 400 && [...query].length > new Set(query.keys()).size ? { ...right, status: 401 } : right,
  ],
  [
    'fields-present',
    inSuccess('getOemParts', (body) => {
      delete body.data[0].shortname;
      return undefined;
    }),
  ],
  [
    'empty-values',
    inSuccess('listBrands', (body) => {
      body.data[0].name = '';
      return undefined;
    }),
  ],
];

describe.each(others)('a service that contradicts the assumption %s', (id, fault) => {
  test('does not fail the run, and the report lists the contradiction', async () => {
    const report = await verifyWith(fault, 'full', { profile: 'deep' });
    expect(report.assumptions.find((own) => own.id === id)).toMatchObject({ state: 'contradicted' });
    expect(report.findings.length).toBeGreaterThan(0);
    for (const finding of report.findings) {
      expect(finding).toMatchObject({ code: id, assumption: id, level: 'contradiction', fails: false });
    }
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  });

  test('fails the run if assumptions are enforced', async () => {
    const report = await verifyWith(fault, 'full', { profile: 'deep', assumptions: 'enforce' });
    expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
  });
});

test('the report lists each request that contradicts an assumption', async () => {
  const statuses = new Map<string, number>([
    [accounts.forbidden.user, 403],
    [accounts.exhausted.user, 429],
  ]);
  const report = await verifyWith(
    (correct, { query }) =>
      correct.status === 400 ? { ...correct, status: statuses.get(query.get('user') ?? '') ?? 400 } : correct,
    'full',
    { data: accounts },
  );
  const [finding] = report.findings.filter(({ assumption }) => assumption === 'precedence');
  expect(finding?.got).toMatch(/status 429, not 400/);
  expect(finding?.got).toMatch(/status 403, not 400/);
});

import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { readAssumptions } from '@vehicle-lookup/document';
import { describe, expect, test } from 'vitest';
import { probesFolder } from '../../src/judge/probes.ts';
import { contractDocument } from '../../src/plan/document.ts';
import { type Fault, inSuccess, verifyWith } from '../support/service.ts';

const assumptions = [...readAssumptions(contractDocument())];
const files = globSync('*/*.ts', { cwd: probesFolder }).filter((file) => !file.startsWith('shared/'));

test('every assumption that requests can test has a probe, and every probe its assumption', () => {
  const observable = assumptions.filter(([, { probe }]) => !probe.startsWith('none:')).map(([id]) => `${id}.ts`);
  expect(files.map((file) => basename(file)).toSorted()).toEqual(observable.toSorted());
});

test('a service that behaves as the document assumes confirms every assumption that its requests test', async () => {
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

/** Services that decide otherwise where the specification is silent. */
const others: [id: string, fault: Fault][] = [
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
  test('does not fail the run, and the report says so', async () => {
    const report = await verifyWith(fault, 'full', { profile: 'deep' });
    expect(report.assumptions.find((own) => own.id === id)).toMatchObject({ state: 'contradicted' });
    expect(report.findings.length).toBeGreaterThan(0);
    for (const finding of report.findings) {
      expect(finding).toMatchObject({ code: id, assumption: id, level: 'contradiction', fails: false });
    }
    expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  });

  test('fails the run where assumptions are enforced', async () => {
    const report = await verifyWith(fault, 'full', { assumptions: 'enforce' });
    expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
  });
});

import { errorBody } from '@vehicle-lookup/contract';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { expect, test } from 'vitest';
import { contractDocument } from '../../src/plan/document.ts';
import { html } from '../../src/renderings/html.ts';
import { markdown } from '../../src/renderings/markdown.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { RunReport, VerifiedClause } from '../../src/report/report.ts';
import { inSuccess, verifyWith } from '../support/service.ts';

const of = ({ clauses }: RunReport, id: string): Partial<VerifiedClause> | undefined =>
  clauses.find((clause) => clause.id === id);

test('the report contains every clause of the specification with its wording', async () => {
  const { clauses } = await verifyWith();
  const known = [...readClauses(contractDocument())].map(([id, { text }]) => ({ id, words: text }));
  expect(clauses.map(({ id, words }) => ({ id, words }))).toEqual(known);
  expect(clauses.filter(({ state }) => state === 'contradicted')).toEqual([]);
});

test('a clause is observed in valid responses that contain its field or in a rejection that the clause describes', async () => {
  const report = await verifyWith();
  expect(of(report, 'fluid.ValueText')).toMatchObject({
    state: 'observed',
    how: expect.stringMatching(/^\d+ valid responses of getFluids$/),
  });
  for (const id of ['vehicle.description', 'errors.404', 'limits.vin-length', 'endpoints.required-parameters']) {
    expect({ id, state: of(report, id)?.state }).toEqual({ id, state: 'observed' });
  }
  const small = await verifyWith(undefined, 'full', { profile: 'smoke' });
  for (const id of ['limits.vin-length', 'endpoints.required-parameters', 'errors.400', 'authentication.3']) {
    expect({ id, state: of(small, id)?.state }).toEqual({ id, state: 'not-asked' });
  }
});

test('a clause that a response violates is contradicted, and the report names the operation', async () => {
  const report = await verifyWith(
    inSuccess('getFluids', ({ data, ...body }) => ({
      body: { ...body, data: data.map(() => ({ ...data[0], ValueText: 4 })) },
    })),
  );
  expect(of(report, 'fluid.strings')).toMatchObject({ state: 'contradicted', how: 'schema in getFluids' });
  // The operation did not return a valid response, so its other clauses are not observed.
  expect(of(report, 'fluid.ItemMPText')?.state).toBe('not-asked');
});

test('responses from another operation with the same schema do not count as observations of a clause about one operation', async () => {
  const report = await verifyWith((right, { operation }) =>
    operation === 'listModels' && right.status === 200
      ? { ...right, status: 404, body: errorBody('Nothing was found.') }
      : right,
  );
  expect(of(report, 'endpoints.listBrands')?.state).toBe('observed');
  expect(of(report, 'endpoints.listModels')?.state).not.toBe('observed');
});

test('the report states the reason for every untested clause in every format', async () => {
  const report = await verifyWith(undefined, 'full', { profile: 'smoke' });
  expect(of(report, 'service.4')).toMatchObject({ state: 'not-observable', how: 'no single response can show it' });
  expect(of(report, 'errors.429')?.how).toBe('--data has no account for this response');
  expect(of(report, 'errors.500')?.how).toBe('no request can cause this response');
  expect(of(report, 'envelope.simplified')?.how).toMatch(/^no valid response shows it$/);
  expect(report.clauses.filter(({ how }) => how === '')).toEqual([]);
  const counts = /(\d+) not asked, (\d+) observed, (\d+) not observable/;
  expect(terminal(report)).toMatch(new RegExp(`\nclauses: ${counts.source}`));
  for (const text of [html(report), markdown(report)]) {
    expect(text).toContain('What was verified');
    expect(text).toMatch(counts);
    expect(text).toContain('--data has no account for this response');
  }
});

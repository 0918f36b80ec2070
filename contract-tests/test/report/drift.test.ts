import { expect, test } from 'vitest';
import { type AnyBody, inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const driven: ServiceFault = inSuccess('listModels', (body: AnyBody) => {
  for (const [index, entry] of body.data.entries()) entry.popularity = index === 0 ? 1 : 'high';
  return undefined;
});

test('fields that the document does not mention are recorded, those of a list together', async () => {
  const report = await verifyWith(driven, 'full', { profile: 'smoke' });
  expect(report.drift).toEqual([
    {
      operation: 'listModels',
      status: '200',
      pointer: '/data/*/popularity',
      types: ['number', 'string'],
      count: expect.any(Number),
    },
  ]);
  expect(report.drift[0]?.count).toBeGreaterThan(1);
  expect(report).toMatchObject({ verdict: 'conformant', findings: [] });
});

test('with strict they fail the run', async () => {
  const report = await verifyWith(driven, 'full', { profile: 'smoke', strict: true });
  expect(report.findings).toMatchObject([
    {
      code: 'undocumented-field',
      level: 'drift',
      fails: true,
      pointer: '/data/*/popularity',
      operation: 'listModels',
    },
  ]);
  expect(report.verdict).toBe('not conformant');
});

test('with strict a finding names a request whose response had the status', async () => {
  const more: ServiceFault = (right) => ({ ...right, body: { ...Object(right.body), hint: 'more' } });
  const { findings } = await verifyWith(more, 'full', { profile: 'live', strict: true });
  const rejections = findings.filter(({ status }) => status === '401');
  expect(rejections.length).toBeGreaterThan(1);
  for (const { request } of rejections) expect(request).toMatch(/(user|key): /);
});

test('the forms of success bodies are counted', async () => {
  const { census } = await verifyWith(undefined, 'bare', { profile: 'smoke' });
  expect(census).toContainEqual({ operation: 'getFluids', envelope: 'bare', count: 1 });
  expect(census).toContainEqual({ operation: 'getVehicle', envelope: 'full', count: 1 });
});

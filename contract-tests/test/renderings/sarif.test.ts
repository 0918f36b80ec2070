import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { sarif } from '../../src/renderings/sarif.ts';
import { codes, explanations } from '../../src/report/explain.ts';
import type { RunReport } from '../../src/report/report.ts';
import { inSuccess, verifyWith } from '../support/service.ts';

const read = (report: RunReport): Log => JSON.parse(sarif(report));
const resultsOf = (report: RunReport) => read(report).runs[0]?.results ?? [];
const wrong = await verifyWith(inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } })));

test('every code has its rule, and every finding the rule of its code', () => {
  const rules = read(wrong).runs[0]?.tool.driver.rules ?? [];
  expect(rules.map(({ id }) => id)).toEqual(explanations().map(({ code }) => code));
  expect(resultsOf(wrong).length).toBeGreaterThan(0);
  for (const { ruleId, ruleIndex } of resultsOf(wrong)) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test('a result is placed where the document describes its operation', () => {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.yaml');
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { locations, properties } of resultsOf(wrong)) {
    const line = locations?.[0]?.physicalLocation?.region?.startLine ?? 0;
    expect(lines[line - 1]).toContain(`operationId: ${properties?.operation}`);
  }
});

test('no check has the code of an assumption', () => {
  const all = codes();
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
});

test('the same defect has the same fingerprint in another run', async () => {
  const printsOf = (report: RunReport) =>
    resultsOf(report).map(({ partialFingerprints }) => Object.values(partialFingerprints ?? {}));
  const fault = inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } }));
  const again = await verifyWith(fault, 'full', { seed: 7 });
  expect(printsOf(again)).toEqual(printsOf(wrong));
});

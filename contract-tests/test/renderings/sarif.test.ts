import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { explanations } from '../../src/explain.ts';
import { sarif } from '../../src/renderings/sarif.ts';
import type { Report } from '../../src/report.ts';
import { inSuccess, verifyWith } from '../service.ts';
import { anyReport } from './arbitrary-report.ts';

/** What SARIF 2.1.0 requires of the parts that are written here (sections 3.13 to 3.52). */
const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string' } },
  additionalProperties: false,
};
const level = { enum: ['none', 'note', 'warning', 'error'] };
const index = { type: 'integer', minimum: 0 };
const uri = { type: 'string', pattern: '^[^\\s\\\\]+$' };
const closed = (required: string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});
const rule = closed(['id'], { id: { type: 'string' }, shortDescription: text, fullDescription: text, help: text });
const physical = closed([], {
  artifactLocation: closed([], { uri, index }),
  region: closed([], { startLine: { type: 'integer', minimum: 1 } }),
});
const logical = closed([], { name: { type: 'string' }, kind: { type: 'string' } });
const result = closed(['message'], {
  ruleId: { type: 'string' },
  ruleIndex: index,
  level,
  message: text,
  locations: {
    type: 'array',
    items: closed([], { physicalLocation: physical, logicalLocations: { type: 'array', items: logical } }),
  },
  partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
  properties: { type: 'object' },
});
const invocation = closed(['executionSuccessful'], {
  executionSuccessful: { type: 'boolean' },
  startTimeUtc: { type: 'string', pattern: 'Z$' },
  endTimeUtc: { type: 'string', pattern: 'Z$' },
  exitCode: { type: 'integer' },
  toolExecutionNotifications: { type: 'array', items: closed(['message'], { level, message: text }) },
});
const run = closed(['tool'], {
  tool: closed(['driver'], {
    driver: closed(['name'], {
      name: { type: 'string' },
      version: { type: 'string' },
      rules: { type: 'array', items: rule, uniqueItems: true },
    }),
  }),
  invocations: { type: 'array', items: invocation },
  artifacts: { type: 'array', items: closed([], { location: closed([], { uri }), description: text }) },
  columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
  results: { type: 'array', items: result },
  properties: { type: 'object' },
});
const validate = new Ajv2020({ allErrors: true }).compile(
  closed(['version', 'runs'], {
    version: { const: '2.1.0' },
    $schema: { type: 'string' },
    runs: { type: 'array', items: run },
  }),
);

const read = (report: Report): Log => JSON.parse(sarif(report));
const resultsOf = (report: Report) => read(report).runs[0]?.results ?? [];
const wrong = await verifyWith(inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } })));

test('any report is a log of SARIF 2.1.0', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      validate(read(report));
      expect(validate.errors ?? []).toEqual([]);
    }),
    { numRuns: process.env.DEEP ? 1000 : 50 },
  );
});

test('every code has its rule, and every finding the rule of its code', () => {
  const rules = read(wrong).runs[0]?.tool.driver.rules ?? [];
  expect(rules.map(({ id }) => id)).toEqual(explanations().map(({ code }) => code));
  expect(resultsOf(wrong).length).toBeGreaterThan(0);
  for (const { ruleId, ruleIndex } of resultsOf(wrong)) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test('what fails the run is an error, drift a note, all else a warning', () => {
  const [finding] = wrong.findings;
  if (!finding) throw new Error('nothing was found');
  const levelOf = (own: Partial<typeof finding>) =>
    resultsOf({ ...wrong, findings: [{ ...finding, ...own }] })[0]?.level;
  expect(levelOf({ level: 'failure', fails: true })).toBe('error');
  expect(levelOf({ level: 'contradiction', fails: true })).toBe('error');
  expect(levelOf({ level: 'contradiction', fails: false })).toBe('warning');
  expect(levelOf({ level: 'error', fails: false })).toBe('warning');
  expect(levelOf({ level: 'warning', fails: false })).toBe('warning');
  expect(levelOf({ level: 'drift', fails: false })).toBe('note');
  expect(levelOf({ level: 'drift', fails: true })).toBe('error');
});

test('a result is placed where the document describes its operation', () => {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.yaml');
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { locations, properties } of resultsOf(wrong)) {
    const line = locations?.[0]?.physicalLocation?.region?.startLine ?? 0;
    expect(lines[line - 1]).toContain(`operationId: ${properties?.operation}`);
  }
});

test('the same defect has the same fingerprint in another run, and another defect another one', async () => {
  const printsOf = (report: Report) =>
    resultsOf(report).map(({ partialFingerprints }) => Object.values(partialFingerprints ?? {}));
  const again = await verifyWith(
    inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } })),
    'full',
    {
      seed: 7,
    },
  );
  expect(printsOf(again)).toEqual(printsOf(wrong));
  const other = await verifyWith(inSuccess('getFluids', () => ({ status: 201 })));
  expect(printsOf(other)).not.toEqual(printsOf(wrong));
});

test('a text is no link', () => {
  const [finding] = wrong.findings;
  if (!finding) throw new Error('nothing was found');
  const [only] = resultsOf({ ...wrong, findings: [{ ...finding, got: '[x](http://evil.example)' }] });
  expect(only?.message.text).toContain('\\[x\\](http://evil.example)');
});

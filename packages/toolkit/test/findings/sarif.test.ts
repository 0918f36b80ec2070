import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { Log, Result } from 'sarif';
import { expect, test } from 'vitest';
import { type Finding, fingerprint, type SarifReport, sarif } from '../../src/findings/index.ts';
import { anyFindings, ofDocument } from './hostile.ts';

/** The requirements of SARIF 2.1.0 for the parts that this package writes (sections 3.13 to 3.52). */
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

const base: SarifReport = {
  tool: { name: 'a-check', version: '1.0.0', rules: [{ code: 'required-member', title: 'A title', text: 'A text.' }] },
  files: [
    { uri: 'openapi.yaml', description: 'the root' },
    { uri: 'operations/readShelf.yaml', description: 'an operation' },
  ],
  placeOf: ({ operation }) => ({ file: operation === 'readShelf' ? 1 : 0, line: 7 }),
  findings: [],
  started: '2025-01-01T00:00:00.000Z',
  seconds: 1.5,
  exitCode: 0,
};
const runOf = (own: Partial<SarifReport>) => (JSON.parse(sarif({ ...base, ...own })) as Log).runs[0];
const resultOf = (own: Partial<Finding>): Result | undefined =>
  runOf({ findings: [{ ...ofDocument, ...own }] })?.results?.[0];

test('findings with any content form a valid SARIF 2.1.0 log', () => {
  fc.assert(
    fc.property(anyFindings, (findings) => {
      validate(JSON.parse(sarif({ ...base, findings, failure: 'it broke off', properties: { verdict: 'none' } })));
      expect(validate.errors ?? []).toEqual([]);
    }),
    { numRuns: process.env.DEEP ? 1000 : 50 },
  );
});

test('a failing finding is an error, drift is a note, and any other finding is a warning', () => {
  expect(resultOf({ level: 'failure', fails: true })?.level).toBe('error');
  expect(resultOf({ level: 'contradiction', fails: true })?.level).toBe('error');
  expect(resultOf({ level: 'contradiction', fails: false })?.level).toBe('warning');
  expect(resultOf({ level: 'error', fails: false })?.level).toBe('warning');
  expect(resultOf({ level: 'warning', fails: false })?.level).toBe('warning');
  expect(resultOf({ level: 'drift', fails: false })?.level).toBe('note');
  expect(resultOf({ level: 'drift', fails: true })?.level).toBe('error');
});

test('a result has its location and its rule', () => {
  const { ruleIndex, locations } = resultOf({}) ?? {};
  expect(ruleIndex).toBe(0);
  expect(locations?.[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'operations/readShelf.yaml', index: 1 },
    region: { startLine: 7 },
  });
  expect(resultOf({ code: 'unknown' })).not.toHaveProperty('ruleIndex');
});

test('a fingerprint is independent of values and indices, and differs between defects', () => {
  const { pointer: _, ...whole } = ofDocument;
  const prints = [
    { ...ofDocument, got: 'something else' },
    { ...ofDocument, pointer: '/components/schemas/Shelf/required/5' },
    { ...ofDocument, code: 'other' },
    whole,
  ].map(fingerprint);
  expect(prints[0]).toBe(fingerprint(ofDocument));
  expect(prints[1]).toBe(fingerprint(ofDocument));
  expect(fingerprint({ ...ofDocument, variant: 'without a key' })).not.toBe(fingerprint(ofDocument));
  expect(new Set(prints).size).toBe(3);
});

test('a string with brackets is not rendered as a link', () => {
  expect(resultOf({ got: '[x](http://evil.example)' })?.message.text).toContain('\\[x\\](http://evil.example)');
});

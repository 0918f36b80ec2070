import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readCase } from '../corpus/read-case.ts';
import type { Report } from '../src/report/report.ts';
import { directoryWith, documentWith, gate, gateReport } from './support/gate.ts';

// All renderings of one report with changes of all impacts.
const removed = readCase('response-property-removed');
const report = JSON.parse(readFileSync(join(import.meta.dirname, '../report.schema.json'), 'utf8'));
const HOSTILE = '::error::%0A<script>[x](http://a.example)';

interface SarifResult {
  ruleId: string;
  level: string;
  locations: { physicalLocation: { region: { startLine: number } } }[];
}

let directory: string;
let made: Report;
let text: string;
const file = (name: string) => readFileSync(join(directory, 'out', name), 'utf8');

beforeAll(async () => {
  const revision = stringify(removed.revision)
    .replace('summary: Its items', `summary: ${JSON.stringify(HOSTILE)}`)
    .replace('    Item:\n', `    Item:\n      description: ${JSON.stringify(HOSTILE)}\n`);
  directory = directoryWith({ 'base.yaml': stringify(removed.base), 'revision.yaml': revision });
  text = (await gate(directory, 'diff', 'base.yaml', 'revision.yaml', '--report-dir', 'out')).out;
  made = JSON.parse(file('report.json')) as Report;
});

test('the JSON matches its schema', () => {
  const validate = new Ajv2020().compile(report);
  expect(validate(made) ? [] : validate.errors).toEqual([]);
});

test('each change states its location, operations, audience, reason and next step', () => {
  expect(made.changes[0]).toMatchObject({
    code: 'property-removed',
    impact: 'major',
    operations: ['listItems'],
    audience: ['reader', 'generated code'],
    pointer: '/components/schemas/Item/properties/weight',
    place: { file: 'base.yaml' },
    why: expect.stringMatching(/./),
    next: expect.stringMatching(/./),
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  const { line = 0 } = made.changes[0]?.place ?? {};
  expect(stringify(removed.base).split('\n')[line - 1]).toContain('weight:');
});

test('SARIF contains every change with its line and level', () => {
  const [run] = JSON.parse(file('report.sarif')).runs;
  const seen = run.results.map(({ ruleId, level, locations }: SarifResult) => {
    return [ruleId, level, locations[0]?.physicalLocation.region.startLine];
  });
  const levels = { major: 'error', minor: 'warning', patch: 'note' };
  expect(seen).toEqual(made.changes.map(({ code, impact, place }) => [code, levels[impact], place.line]));
  const known = run.tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(made.changes.filter(({ code }) => !known.includes(code))).toEqual([]);
});

test('annotations have one line for each change, and text is never interpreted as a command', () => {
  const lines = file('annotations.txt').trimEnd().split('\n');
  expect(lines.map((line) => /^::(error|warning|notice) file=[\w.]+,line=\d+,title=/.test(line))).toEqual(
    made.changes.map(() => true),
  );
});

test('Markdown and terminal reports name every breaking change, and terminal reports fit within 80 columns', () => {
  for (const { code, fingerprint, what } of made.changes.filter(({ impact }) => impact === 'major')) {
    for (const shown of [file('report.md'), text]) expect(shown).toContain(code);
    expect(text).toContain(fingerprint);
    expect(text.replace(/\s+/g, ' ')).toContain(what);
  }
  expect(text.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
  expect(file('report.md')).not.toContain('<script>');
});

test('`explain` explains every code in a report', async () => {
  for (const { code } of made.changes) expect(await gate(directory, 'explain', code)).toMatchObject({ code: 0 });
  expect(await gate(directory, 'explain', 'property-remove')).toMatchObject({
    code: 2,
    err: expect.stringContaining('did you mean'),
  });
});

test('an added field and an added example are named', async () => {
  const added = { type: 'string', description: 'The skill.', examples: ['mechanic'] };
  const both = directoryWith({ 'base.json': documentWith({ code: 'string' }), 'revision.json': '' });
  const document = JSON.parse(documentWith({ code: 'string' }));
  document.paths['/loans'].get.responses[200].content['application/json'].schema.properties.skill = added;
  writeFileSync(join(both, 'revision.json'), JSON.stringify(document));
  const { changes } = await gateReport(both, 'diff', 'base.json', 'revision.json');
  expect(changes.map(({ what }) => what)).toEqual(['The field skill was added.', 'The example for skill was added.']);
});

test('a terminal report names a new parameter and shows only the lost and new elements of a list', async () => {
  const document = (names: string[], required: string[]) => {
    const made = JSON.parse(documentWith(Object.fromEntries(required.map((name) => [name, 'string']))));
    const { get } = made.paths['/loans'];
    get.parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
    get.responses[200].content['application/json'].schema.required = required;
    return JSON.stringify(made);
  };
  const both = directoryWith({
    'base.json': document(['a'], ['code', 'state', 'day']),
    'revision.json': document(['a', 'page'], ['code', 'day', 'note']),
  });
  const { out } = await gate(both, 'diff', 'base.json', 'revision.json');
  expect(out).toContain('The parameter page was added.');
  expect(out).toMatch(/values +lost "state"; new "note"/);
});

test('the message about an unwritable report directory names the option', async () => {
  const { code, err } = await gate(directory, 'diff', 'base.yaml', 'base.yaml', '--report-dir', 'base.yaml/x');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--report-dir') });
});

/** Returns the messages about the changes from one path item to another. */
async function saidOf(before: [path: string, item: unknown], after: [path: string, item: unknown]): Promise<string[]> {
  const text = ([path, item]: [string, unknown]) =>
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Loans', version: '1.0.0' }, paths: { [path]: item } });
  const pair = directoryWith({ 'base.json': text(before), 'revision.json': text(after) });
  return (await gateReport(pair, 'diff', 'base.json', 'revision.json')).changes.map(({ what }) => what);
}

test('the message about a changed list names the removed and the added elements', async () => {
  const listed = (values: string[], required: string[]) => {
    const schema = { type: 'object', required, properties: { state: { enum: values }, code: {} } };
    const content = { 'application/json': { schema } };
    return { get: { operationId: 'get', responses: { 200: { description: 'Found.', content } } } };
  };
  const said = await saidOf(
    ['/loans', listed(['a', 'b', 'c'], ['state'])],
    ['/loans', listed(['c'], ['state', 'code'])],
  );
  expect(said.sort()).toEqual([
    '`enum` of the field state was changed: "a", "b" removed.',
    '`required` of the schema was changed: "code" added.',
  ]);
});

test('a renamed path parameter is reported only once with its path', async () => {
  const item = (name: string) => ({
    parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    get: { operationId: 'get', responses: { 200: { description: 'Found.' } } },
  });
  const said = await saidOf(['/loans/{id}', item('id')], ['/loans/{code}', item('code')]);
  expect(said).toEqual([expect.stringContaining('/loans/{code}')]);
});

test('a change that breaks only generated code is rejected by default and accepted with --code-changes warn', async () => {
  const named = (operationId: string, type: string) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Loans', version: '1.0.0' },
      paths: {
        '/loans': {
          get: {
            operationId,
            responses: { 200: { description: 'Found.', content: { 'application/json': { schema: { type } } } } },
          },
        },
      },
    });
  const both = directoryWith({
    'base.json': named('listLoans', 'integer'),
    'code.json': named('findLoans', 'integer'),
    'wire.json': named('findLoans', 'string'),
  });
  const exitCode = async (...args: string[]) => (await gate(both, 'diff', 'base.json', ...args)).code;
  expect(await exitCode('code.json')).toBe(1);
  expect(await exitCode('code.json', '--code-changes', 'warn')).toBe(0);
  expect(await exitCode('wire.json', '--code-changes', 'warn')).toBe(1);
  const { changes } = await gateReport(both, 'diff', 'base.json', 'wire.json');
  expect(changes.find(({ code }) => code === 'schema-type-changed')).toMatchObject({ value: expect.any(String) });
});

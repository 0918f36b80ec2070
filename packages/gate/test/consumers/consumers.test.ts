import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { directoryWith, gate, gateReport, git, write } from '../support/gate.ts';

type Schema = Record<string, unknown>;
const object = (properties: Record<string, Schema>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});
const text: Schema = { type: 'string' };

type Components = Record<string, { properties: Record<string, Schema>; required: string[] }>;

/** Returns a document with two operations, which return a list of loans and a single loan. */
function loans() {
  const components: unknown = {
    Loans: object({ data: { type: 'array', items: { $ref: '#/components/schemas/Loan' } } }),
    Loan: object({ code: text, state: text, reader: object({ name: text }) }),
    Problem: object({ message: text }),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Loans', version: '1.2.0' },
    paths: {
      '/loans': { get: operation('listLoans', { $ref: '#/components/schemas/Loans' }) },
      '/loan': { get: operation('getLoan', { $ref: '#/components/schemas/Loan' }) },
    } as Record<string, { get: ReturnType<typeof operation> }>,
    components: {
      schemas: components as Components,
      responses: { Missing: failure() },
    },
  };
}

type Edit = (document: ReturnType<typeof loans>) => void;

/** Returns the document after a change. */
function document(change: Edit = () => {}): string {
  const made: ReturnType<typeof loans> = JSON.parse(JSON.stringify(loans()));
  change(made);
  return JSON.stringify(made);
}

function operation(operationId: string, schema: Schema) {
  const found: Schema = { description: 'Found.', content: { 'application/json': { schema } } };
  const responses: Record<string, Schema> = { 200: found, 404: { $ref: '#/components/responses/Missing' } };
  return {
    operationId,
    parameters: [{ name: 'branch', in: 'query', schema: { type: 'string', maxLength: 20 } }],
    responses,
  };
}

function failure(): Schema {
  return {
    description: 'Missing.',
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

const usage = (name: string, operations: object, more: object = {}): string =>
  JSON.stringify({
    usageVersion: 1,
    consumer: { name, version: '1.0.0' },
    contract: { title: 'Loans', version: '1.2.0' },
    operations,
    ...more,
  });
const USAGES = {
  'usages/desk.usage.json': usage('desk', {
    listLoans: { reads: ['data[].code', 'data[].reader.name'], failures: [] },
  }),
  'usages/kiosk/vehicle-lookup.usage.json': usage('kiosk', {
    getLoan: {
      reads: ['state'],
      failures: [{ status: 404, code: 'not_found', reads: ['header:retry-after', 'message'] }],
    },
  }),
  'usages/raw.usage.json': usage('raw', { listLoans: { reads: 'all', failures: [] } }),
};

const compared = (change: Edit, more: Record<string, string> = USAGES): Promise<Report> =>
  gateReport(
    directoryWith({ 'base.json': document(), 'revision.json': document(change), 'usages/README.md': '', ...more }),
    ...['diff', 'base.json', 'revision.json', '--consumers', 'usages'],
  );

/** Returns the consumers that breaking changes affect, with the affected locations. */
const broken = ({ changes }: Report): Record<string, string[]> => {
  const all = changes.flatMap(({ impact, consumers = [] }) => (impact === 'major' ? consumers : []));
  const found = all.filter(({ effect }) => effect === 'breaks').map(({ name, where }) => [name, where] as const);
  return Object.fromEntries(found);
};

const schemas = ({ components }: Parameters<Edit>[0]) => components.schemas;

describe('a breaking change breaks', () => {
  const cases: [what: string, change: Edit, who: Record<string, string[]>][] = [
    [
      'consumers that read a removed field',
      (one) => delete schemas(one).Loan?.properties.code,
      { desk: ['listLoans data[].code'], raw: ['listLoans (may read any field)'] },
    ],
    [
      'consumers that read a field that became optional',
      (one) => Object.assign(schemas(one).Loan ?? {}, { required: ['code', 'reader'] }),
      { kiosk: ['getLoan state'], raw: ['listLoans (may read any field)'] },
    ],
    [
      'consumers that read a renamed field',
      (one) => {
        const { code, state, reader } = schemas(one).Loan?.properties ?? {};
        Object.assign(
          schemas(one).Loan ?? {},
          object({ number: code ?? {}, state: state ?? {}, reader: reader ?? {} }),
        );
      },
      { desk: ['listLoans data[].code'], raw: ['listLoans (may read any field)'] },
    ],
    [
      'consumers that read a field inside a replaced schema',
      (one) => Object.assign(schemas(one).Loan?.properties.reader ?? {}, { type: 'array', items: text }),
      { desk: ['listLoans data[].reader.name'], raw: ['listLoans (may read any field)'] },
    ],
    [
      'consumers that send a value that is now rejected',
      (one) => Object.assign(one.paths['/loan']?.get.parameters[0]?.schema ?? {}, { maxLength: 10 }),
      { kiosk: ['getLoan'] },
    ],
    [
      'consumers that handle a removed status',
      (one) => delete one.paths['/loan']?.get.responses[404],
      { kiosk: ['getLoan 404'] },
    ],
    [
      'consumers that may handle a removed status',
      (one) => delete one.paths['/loans']?.get.responses[404],
      { raw: ['listLoans 404 (may handle it)'] },
    ],
    [
      'consumers that read a removed field of an error, and consumers with unknown usage',
      (one) => delete schemas(one).Problem?.properties.message,
      { kiosk: ['getLoan 404 message'], raw: ['listLoans 404 (may handle it)'] },
    ],
    [
      'consumers that read a removed header',
      (one) => Object.assign(one.components.responses.Missing, { headers: {} }),
      { kiosk: ['getLoan 404 header:retry-after'], raw: ['listLoans 404 (may handle it)'] },
    ],
  ];
  test.each(cases)('%s', async (_, change, who) => {
    const report = await compared(change);
    expect(broken(report)).toEqual(who);
    const names = report.changes.flatMap(({ consumers = [] }) => consumers.map(({ name }) => name));
    expect([...new Set(names)]).toEqual(['desk', 'kiosk', 'raw']);
  });
});

test('a compatible change breaks no consumer, and the report names consumers that use deprecated parts', async () => {
  const report = await compared((one) => {
    Object.assign(schemas(one).Loan?.properties.state ?? {}, { deprecated: true });
    Object.assign(schemas(one).Loan?.properties ?? {}, { note: text });
  });
  expect(report.verdict).toBe('accepted');
  expect(broken(report)).toEqual({});
  const uses = report.changes.flatMap(({ consumers = [] }) => consumers.filter(({ effect }) => effect === 'uses'));
  expect(uses.map(({ name, where }) => [name, ...where])).toEqual([
    ['kiosk', 'getLoan state'],
    ['raw', 'listLoans (may read any field)'],
  ]);
});

test('the effect of a renamed schema is unknown, because usage files do not list imported types', async () => {
  const { changes } = await compared((one) => {
    const { Problem: QueryError, ...rest } = schemas(one);
    one.components.schemas = { ...rest, Failure: QueryError as never };
    one.components.responses.Missing = JSON.parse(JSON.stringify(failure()).replace('Problem', 'Failure'));
  });
  const [renamed] = changes.filter(({ code }) => code === 'schema-renamed');
  expect(renamed?.consumers?.map(({ effect }) => effect)).toEqual(['unknown', 'unknown', 'unknown']);
});

describe('the report', () => {
  const breaking: Edit = (one) => delete schemas(one).Loan?.properties.code;
  const files = { 'base.json': document(), 'revision.json': document(breaking) };

  test.each([
    ['affected', { 'usages/a.usage.json': usage('a', {}) }],
    ['known', { 'usages/README.md': 'None so far.' }],
  ])('has the same ratings without %s consumers', async (_, usages) => {
    const directory = directoryWith({ ...files, ...usages });
    const plain = await gateReport(directory, 'diff', 'base.json', 'revision.json');
    const { consumers, ...report } = await gateReport(
      directory,
      ...['diff', 'base.json', 'revision.json', '--consumers', 'usages'],
    );
    expect(consumers).toHaveLength(Object.keys(usages).filter((name) => name.endsWith('.json')).length);
    const rated = { ...report, changes: report.changes.map(({ consumers: _ignored, ...change }) => change) };
    expect(rated).toEqual(plain);
    expect(plain).toMatchObject({ verdict: 'rejected', exitCode: 1 });
  });

  test('states in every rendering that no consumers are known', async () => {
    const directory = directoryWith({ ...files, 'usages/README.md': '' });
    const args = ['diff', 'base.json', 'revision.json', '--consumers', 'usages', '--report-dir', 'out'];
    const { out } = await gate(directory, ...args);
    for (const shown of [out, readFileSync(join(directory, 'out/report.md'), 'utf8')])
      expect(shown.replace(/\s+/g, ' ')).toContain('Unknown consumers may still be affected');
  });
});

test('the report names the consumers in every rendering and matches its schema', async () => {
  const directory = directoryWith({
    'base.json': document(),
    'revision.json': document((one) => delete schemas(one).Loan?.properties.code),
    ...USAGES,
    'usages/hostile.usage.json': usage('<script>|`', { listLoans: { reads: ['data[].code'], failures: [] } }),
  });
  const args = ['diff', 'base.json', 'revision.json', '--consumers', 'usages', '--report-dir', 'out'];
  const { out } = await gate(directory, ...args);
  const file = (name: string) => readFileSync(join(directory, 'out', name), 'utf8');
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../report.schema.json'), 'utf8'));
  const validate = new Ajv2020().compile(schema);
  expect(validate(JSON.parse(file('report.json'))) ? [] : validate.errors).toEqual([]);
  const [, head = '', , row = ''] = /\n(\| change \|.*)\n(.*)\n(.*code.*)\n/.exec(file('report.md')) ?? [];
  // Columns: the change, three affected consumers and one unaffected consumer.
  expect(head.split(' | ')).toHaveLength(5);
  expect(row.match(/✗/g)).toHaveLength(3);
  expect(row).toContain('listLoans data&#91;&#93;.code');
  expect(row).toContain('–');
  expect(file('report.md')).not.toContain('<script>');
  expect(file('annotations.txt')).toContain('desk');
  expect(out.replace(/\s+/g, ' ')).toContain('desk (listLoans data[].code)');
  expect(out).toMatch(/cannot break kiosk/);
  expect(out.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
});

describe('a usage file', () => {
  const cases: [what: string, text: string, sentence: RegExp][] = [
    ['that is truncated', usage('a', {}).slice(0, -5), /x\.usage\.json.*expected a JSON object/],
    ['that is a list', '[]', /expected a JSON object, found a list/],
    ['of version 2', usage('a', {}, { usageVersion: 2 }), /expected usageVersion 1, found 2\..*nstall a newer gate/],
    ['without a version', '{}', /expected usageVersion 1, found none\..*rite it again with recordUsage/],
    ['without a consumer', usage('a', {}, { consumer: {} }), /expected name and version as consumer/],
    ['with a value instead of names', usage('a', { getLoan: { reads: [7], failures: [] } }), /operations\.getLoan/],
  ];
  test.each(cases)('%s is rejected with the next step, and the rating is still shown', async (_, text, sentence) => {
    const report = await compared(() => {}, { 'usages/x.usage.json': text });
    expect(report).toMatchObject({ verdict: 'rejected', exitCode: 1, impact: 'none' });
    expect(report.problems).toEqual([expect.objectContaining({ code: 'usage-unreadable', fails: true })]);
    const [{ file, what, next } = { file: '', what: '', next: '' }] = report.problems;
    expect(`${file} ${what} ${next}`).toMatch(sentence);
  });

  test('for a different contract is ignored, and the report mentions the file', async () => {
    const foreign = usage('a', {}, { contract: { title: 'Vehicles', version: '1.0.0' } });
    const report = await compared(() => {}, { 'usages/x.usage.json': foreign });
    expect(report).toMatchObject({ exitCode: 0, consumers: [] });
    expect(report.problems[0]).toMatchObject({ code: 'usage-foreign', fails: false });
    expect(report.problems[0]?.what).toMatch(/contracts other than Loans.*x\.usage\.json \(Vehicles\)/);
  });

  test('for an older contract is used, and the report mentions the file', async () => {
    const older = usage(
      'a',
      { getLoan: { reads: ['state'], failures: [] } },
      { contract: { title: 'Loans', version: '1.1.0' } },
    );
    const report = await compared((one) => delete schemas(one).Loan?.properties.state, {
      'usages/x.usage.json': older,
    });
    expect(broken(report)).toEqual({ a: ['getLoan state'] });
    expect(report.problems[0]).toMatchObject({ code: 'usage-older', fails: false });
    expect(report.problems[0]?.what).toContain('older than version 1.2.0 of the contract were used: a (1.1.0)');
  });

  test('that is requested but missing gives no verdict', async () => {
    const directory = directoryWith({ 'base.json': document() });
    const { code, err } = await gate(directory, 'diff', 'base.json', 'base.json', '--consumers', 'no/such');
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--consumers no/such: there is no such') });
  });
});

test('`check` also reads usage files', async () => {
  const directory = directoryWith({
    'package.json': JSON.stringify({ name: 'loans', version: '1.2.0' }),
    'openapi.json': document(),
    ...USAGES,
  });
  await git(directory, 'init', '-q', '-b', 'main');
  await git(directory, 'add', '.');
  await git(directory, 'commit', '-qm', 'A');
  await git(directory, 'tag', 'loans@1.2.0');
  write(directory, { 'openapi.json': document((one) => delete schemas(one).Loan?.properties.state) });
  const report = await gateReport(directory, 'check', '--consumers', 'usages/kiosk', 'usages/desk.usage.json');
  expect(broken(report)).toEqual({ kiosk: ['getLoan state'] });
  expect(report.consumers?.map(({ name }) => name)).toEqual(['desk', 'kiosk']);
});

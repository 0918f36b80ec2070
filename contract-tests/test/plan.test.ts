import { createRequire } from 'node:module';
import { type OperationTable, operationTable, resolveOperation } from '@vehicle-lookup/operations';
import { expect, test } from 'vitest';
import { documentedOperations, type Projection } from '../src/document.ts';
import { plan } from '../src/plan/plan.ts';
import { type Probe, queryOf } from '../src/probe.ts';

const document: Projection = createRequire(import.meta.url)('@vehicle-lookup/spec/operations.json');
const operations = documentedOperations(document, operationTable);
const credentials = { user: 'u', key: 'k' };
const judged = (probe: Probe) => resolveOperation(queryOf(probe, credentials));

test('every good request selects its operation', () => {
  const good = plan(operationTable, operations, 'mock').filter(({ status, prefer }) => status === '200' || prefer);
  for (const probe of good) expect(judged(probe)).toMatchObject({ ok: true, operation: probe.operation });
});

test('every wrong request has the one fault that it was made for', () => {
  const wrong = plan(operationTable, operations, 'mock').filter(
    ({ status, prefer }) => /40[01]/.test(status) && !prefer,
  );
  expect(wrong.length).toBeGreaterThan(200);
  for (const probe of wrong)
    expect(judged(probe), probe.why).toMatchObject({ ok: false, problem: { kind: probe.why } });
});

test('an input that cannot exist is well-formed', () => {
  const unknown = plan(operationTable, operations, 'service').filter(({ status }) => status === '404');
  for (const probe of unknown) expect(judged(probe)).toMatchObject({ ok: true, operation: probe.operation });
});

test('at most one request of a run sends a wrong key for the account', () => {
  const probes = plan(operationTable, operations, 'service');
  const wrong = probes.filter(({ faults = {} }) => faults.key === 'made-up' && faults.user === undefined);
  expect(wrong).toHaveLength(1);
});

test('values given as data replace the documented ones in every operation', () => {
  const [first = ''] = Object.keys(operationTable.operations[0]?.parameters ?? {});
  const other = documentedOperations(document, operationTable, { [first]: 'OTHERVALUE' });
  const asked = plan(operationTable, other, 'service').filter(({ status }) => status === '200');
  expect(asked[0]?.query).toContainEqual([first, 'OTHERVALUE']);
  expect(() => documentedOperations(document, operationTable, { nothing: '1' })).toThrow(
    /no parameter of the document/,
  );
});

/** One parameter with a value per operation, as many interfaces have it; no default operation. */
const actions: OperationTable = {
  path: '/w/api',
  method: 'GET',
  credentials: ['token'],
  secrets: ['token'],
  error: { fixed: {}, text: 'info' },
  operations: [
    {
      id: 'query',
      selectors: { action: 'query' },
      parameters: { titles: { required: true, type: 'string', minLength: 1 } },
      statuses: ['200', '400', '401', '404'],
    },
    {
      id: 'parse',
      selectors: { action: 'parse' },
      parameters: { pageid: { required: true, type: 'integer', minimum: 1 } },
      statuses: ['200', '400', '401', '404'],
    },
    { id: 'info', selectors: { action: 'info' }, parameters: {}, statuses: ['200', '400'] },
  ],
};

test('a document whose operations share one selector is planned by the same code', () => {
  const values: Record<string, Record<string, string>> = {
    query: { titles: 'Main page' },
    parse: { pageid: '7' },
    info: {},
  };
  const documented = actions.operations.map((entry) => ({ entry, values: values[entry.id] ?? {}, examples: {} }));
  const queries = plan(actions, documented, 'service').map((probe) => [
    probe.operation,
    probe.status,
    probe.why,
    queryOf(probe, { token: 't' }),
  ]);
  expect(queries).toContainEqual(['query', '200', 'documented example', 'token=t&titles=Main+page&action=query']);
  expect(queries).toContainEqual([
    'parse',
    '400',
    'foreign-parameter',
    'token=t&pageid=7&action=parse&titles=Main+page',
  ]);
  expect(queries).toContainEqual(['parse', '400', 'malformed-parameter', 'token=t&action=parse&pageid=0x10']);
  expect(queries).toContainEqual(['parse', '404', 'unknown pageid', 'token=t&pageid=9007199254740991&action=parse']);
  expect(queries).toContainEqual(['info', '400', 'selector-value', 'token=t&action=true']);
  expect(queries.filter(([, , why]) => why === 'several-selectors')).toEqual([]);
  expect(queries.filter(([id, status]) => id === 'info' && status === '401')).toEqual([]);
});

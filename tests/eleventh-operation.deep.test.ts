import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, startServer } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { verifyMock } from './support/contract.ts';
import { changedFiles, copyRepository, type Files, readFiles } from './support/copy-repository.ts';
import { askMock, examplesOf, readBuilt } from './support/documented.ts';
import { rebuild, runTests, typecheck } from './support/rebuild.ts';
import { operationsOnPage } from './support/repository.ts';

// Adds an operation as CONTRIBUTING.md describes: its files, its body, its lines in the root document, and its faults.
const ID = 'getRecalls';
const ADDED: Record<string, string> = {
  [`spec/operations/${ID}.yaml`]: `get:
  operationId: getRecalls
  tags: [Vehicle]
  summary: Get recalls
  description: Returns the recalls of a vehicle.
  parameters:
    - $ref: ../components/parameters.yaml#/CarId
    - name: recalls
      in: query
      required: true
      description: Selects this operation.
      schema: { $ref: ../components/schemas/scalars.yaml#/Selector }
      example: 1
  responses:
    '200':
      description: The recalls of the vehicle.
      content:
        application/json:
          schema: { $ref: ../components/schemas/bodies.yaml#/GetRecallsBody }
          examples:
            full: { $ref: ../components/examples/${ID}.yaml#/GetRecallsFull }
    '400': { $ref: ../components/responses.yaml#/BadRequest }
    '401': { $ref: ../components/responses.yaml#/Unauthorized }
    '404': { $ref: ../components/responses.yaml#/VehicleNotFound }
    '429': { $ref: ../components/responses.yaml#/TooManyRequests }
    '500': { $ref: ../components/responses.yaml#/ServerError }
`,
  'spec/components/schemas/Recall.yaml': `description: "A recall. Assumed: all fields are present."
type: object
required: [campaign, subject]
x-assumes: { required: fields-present }
properties:
  campaign: { $ref: scalars.yaml#/Text, description: The manufacturer's number., examples: [24AB] }
  subject: { $ref: scalars.yaml#/Text, description: What is mended., examples: [Airbag] }
`,
  [`spec/components/examples/${ID}.yaml`]: `GetRecallsFull:
  value:
    success: true
    timestamp: '2025-07-02T22:40:00+00:00'
    api_version: '2.0'
    data: [{ campaign: 24AB, subject: Airbag }]
`,
};

const FAULTS = 'contract-tests/self-test/faulty/by-operation/vehicle.ts';
const RECALL_FAULTS = `  ${ID}: {
    wire: {
      'recalls-created': {
        says: 'returns 201 for recalls',
        code: 'status',
        change: instead([200], (correct) => ({ ...correct, status: 201 })),
      },
    },
    schema: {
      'recall-as-text': { says: 'sends recalls as text', code: 'schema', change: edit('/data/*', JSON.stringify) },
      'recall-without-campaign': { says: 'has no campaign', code: 'schema', change: remove('/data/*/campaign') },
      'recall-without-subject': { says: 'has no subject', code: 'schema', change: remove('/data/*/subject') },
      'null-for-recalls': { says: 'sends null for recalls', code: 'schema', change: set('/data', null) },
    },
  },
`;

const BODIES = 'spec/components/schemas/bodies.yaml';
const BODY = `GetRecallsBody:
  title: full
  allOf:
    - $ref: '#/Envelope'
    - type: object
      required: [data]
      properties:
        data: { type: array, description: The recalls., items: { $ref: Recall.yaml } }
`;

const SENTENCE = 'The recalls of a vehicle are campaigns with a subject.';

/** Adds a sentence to the specification, and a clause with the locations that state the sentence. */
function addClause(repository: string): void {
  appendFileSync(join(repository, 'spec/interface-specification.md'), `\n${SENTENCE}\n`);
  const places = [
    '#/components/pathItems/getRecalls',
    '#/components/schemas/GetRecallsBody',
    '#/components/schemas/Recall',
  ];
  const more = [
    'get/parameters/recalls',
    'get/parameters/recalls/required',
    'get/responses/200',
    'get/responses/404',
  ].map((way) => `${places[0]}/${way}`);
  const clause = { 'recalls.1': { text: SENTENCE, places: [...places, ...more] } };
  appendFileSync(join(repository, 'spec/clauses.yaml'), stringify(clause));
}

function addToRoot(repository: string): void {
  const file = join(repository, 'spec/openapi.yaml');
  const document = parseDocument(readFileSync(file, 'utf8'));
  const wire = ['paths', '/api/', 'get'];
  const ref = (path: string) => document.createNode({ $ref: path });
  const selector = { name: 'recalls', in: 'query', description: `Selects ${ID}.` };
  const schema = { $ref: 'components/schemas/scalars.yaml#/Selector' };
  const body = ['responses', '200', 'content', 'application/json', 'schema', 'anyOf'];
  document.addIn([...wire, 'parameters'], document.createNode({ ...selector, schema }));
  const titled = { title: `Response of ${ID}`, $ref: 'components/schemas/bodies.yaml#/GetRecallsBody' };
  document.addIn([...wire, ...body], document.createNode(titled));
  document.addIn(['components', 'pathItems'], document.createPair(ID, ref(`operations/${ID}.yaml`)));
  writeFileSync(file, document.toString());
}

/** Adds an entry to the faults of the operations with the same tag. */
function addToFaults(repository: string): void {
  const file = join(repository, FAULTS);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?=^ {2}getRepairTimes: )/m, RECALL_FAULTS));
}

let copy: string;
let before: Files;

beforeAll(async () => {
  copy = copyRepository();
  before = readFiles(copy);
  for (const [file, text] of Object.entries(ADDED)) writeFileSync(join(copy, file), text);
  appendFileSync(join(copy, BODIES), BODY);
  addClause(copy);
  addToRoot(copy);
  addToFaults(copy);
  await rebuild(copy); // also lints
});

test('an eleventh operation changes only generated files in packages/ and apps/, and the cases of the suite', () => {
  const changed = changedFiles(before, readFiles(copy));
  const isGenerated = (file: string) => file.includes('.gen.') || file.startsWith('packages/client/python/src/');
  const generated = changed.filter(isGenerated);
  const written = changed.filter((file) => !isGenerated(file));
  const extended = [BODIES, FAULTS, 'spec/clauses.yaml', 'spec/interface-specification.md', 'spec/openapi.yaml'];
  expect(written).toEqual([...Object.keys(ADDED), ...extended].sort());
  expect(generated).toEqual(
    expect.arrayContaining(['packages/contract/src/types.gen.ts', 'packages/client/src/client/queries.gen.ts']),
  );
  expect(generated.filter((file) => !file.startsWith('packages/'))).toEqual(['contract-tests/plan/cases.gen.md']);
});

test('all code, including tests, type-checks with an eleventh operation', async () => {
  await typecheck(copy);
});

test('the tests of the packages pass with an eleventh operation', async () => {
  // The contract suite's own tests are excluded, because they count the requests of ten operations.
  await runTests(copy, ['spec', 'packages/openapi', 'packages/contract', 'packages/client', 'apps/mock', 'apps/docs']);
}, 1_800_000);

test('the mock returns every documented example of an eleventh operation', async () => {
  const built = readBuilt(copy);
  const examples = examplesOf(built).filter(({ operation }) => operation === ID);
  expect(examples.map(({ status, name }) => `${status} ${name}`)).toContain('200 full');
  const { address } = await startServer(bin('mock', copy), ['--port', '0']);
  for (const example of examples) {
    expect(await askMock(address, built, example)).toEqual({ status: example.status, body: example.body });
  }
});

test('the contract suite verifies an eleventh operation', async () => {
  const { verdict, findings, cells } = await verifyMock(copy);
  expect({ verdict, findings }).toEqual({ verdict: 'conformant', findings: [] });
  expect(new Set(cells.map(({ operation }) => operation)).size).toBe(readBuilt(root).table.operations.length + 1);
  expect(cells.filter(({ operation, state }) => operation === ID && state !== 'pass')).toEqual([]);
});

test('the documentation shows an eleventh operation with its URL', () => {
  expect(operationsOnPage(copy).get(ID)).toBe('/api/?user={user}&key={key}&carId={carId}&recalls=1');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, redoclyProgram } from './measure.ts';

/*
 * Measures how long a comparison of two large documents takes, with `redocly diff` of the same documents as the reference. The documents
 * are generated from a seed and have 2.3 MB each: 900 operations, 900 schemas of which 200 change, and 40 schemas in a reference cycle.
 */
const [SCHEMAS, PATHS, CHANGES, LAYER, RING] = [900, 300, 200, 150, 40];
let seed = 1;
const pick = (count: number): number => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return Math.floor((seed / 0x7fffffff) * count);
};
const reference = (index: number) => ({ $ref: `#/components/schemas/Schema${index}` });
/** Returns a reference to a schema in the next layer, so that reference chains end. */
const below = (index: number) =>
  reference(Math.min(SCHEMAS - 1, (Math.floor(index / LAYER) + 1) * LAYER + pick(LAYER)));

const members: readonly ((index: number) => Record<string, unknown>)[] = [
  () => ({ type: 'string', description: 'A text with a pattern.', pattern: '^[a-z0-9-]+$', maxLength: 10 + pick(50) }),
  () => ({ type: ['integer', 'null'], minimum: pick(10), description: 'A number.' }),
  () => ({ type: 'string', enum: ['one', 'two', 'three', 'four'], description: 'One of several.' }),
  below,
  (index) => ({ type: 'array', description: 'A list of things, with a text about them.', items: below(index) }),
  (index) => ({ allOf: [below(index)], description: 'Another one.' }),
];

const schemas = Array.from({ length: SCHEMAS }, (_, index) => {
  const kinds = index >= SCHEMAS - LAYER ? 3 : members.length;
  const names = Array.from({ length: 8 + pick(8) }, (__, number) => `member${number}`);
  const properties: Record<string, Record<string, unknown>> = Object.fromEntries(
    names.map((name) => [name, members[pick(kinds)]?.(index) ?? {}]),
  );
  return { type: 'object', description: 'A schema of the document.', required: ['member0', 'member1'], properties };
});
const ring = Object.fromEntries(
  Array.from({ length: RING }, (_, index) => {
    const [next, previous] = [(index + 1) % RING, (index + RING - 1) % RING].map((other) => ({
      $ref: `#/components/schemas/Ring${other}`,
    }));
    return [`Ring${index}`, { type: 'object', properties: { next, previous, things: reference(index) } }];
  }),
);
const body = (index: number) => ({ content: { 'application/json': { schema: reference(index) } } });
const operation = (method: string, index: number) => ({
  operationId: `${method}Things${index}`,
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  ...(method === 'get' ? {} : { requestBody: body(pick(SCHEMAS)) }),
  responses: { 200: { description: 'Found.', ...body(pick(SCHEMAS)) }, 400: { description: 'Wrong.', ...body(0) } },
});
const paths: Record<string, object> = Object.fromEntries(
  Array.from({ length: PATHS }, (_, index) => [
    `/things${index}/{id}`,
    Object.fromEntries(['get', 'post', 'patch'].map((method) => [method, operation(method, index)])),
  ]),
);

const inRing = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ring0' } } } };
paths['/ring'] = { get: { operationId: 'getRing', responses: { 200: { description: 'Found.', ...inRing } } } };

const directory = mkdtempSync(join(tmpdir(), 'vehicle-lookup-bench-'));
const write = (name: string) => {
  const named = Object.fromEntries(schemas.map((schema, index) => [`Schema${index}`, schema]));
  const info = { title: 'Large', version: '1.0.0' };
  const document = { openapi: '3.1.0', info, paths, components: { schemas: { ...named, ...ring } } };
  writeFileSync(join(directory, name), JSON.stringify(document, null, 1));
};
try {
  write('base.json');
  for (let change = 0; change < CHANGES; change++) {
    const changed = schemas[pick(SCHEMAS)];
    if (changed === undefined) continue;
    const { properties, required } = changed;
    const kind = pick(4);
    if (kind === 0) properties[`added${change}`] = { type: 'string', description: 'New.' };
    else if (kind === 1) delete properties.member3;
    else if (kind === 2) required.pop();
    else for (const one of Object.values(properties)) if (typeof one.maxLength === 'number') one.maxLength += 5;
  }
  write('revision.json');
  const pair = ['diff', 'base.json', 'revision.json'];
  const gate = measure(directory, [join(import.meta.dirname, '../bin/vehicle-lookup-gate.js'), ...pair, '--json'], 3);
  const engine = measure(directory, [redoclyProgram, ...pair, '--format', 'json'], 3);
  const [load = 0] = loadavg();
  console.log(
    `two documents of 2.3 MB: ${gate.seconds.toFixed(2)} s, ${gate.cpu.toFixed(2)} CPU seconds; redocly diff: ` +
      `${engine.seconds.toFixed(2)} s, ${engine.cpu.toFixed(2)} CPU seconds; CPU seconds ratio ` +
      `${(gate.cpu / engine.cpu).toFixed(1)} (${cpus().length} cores, load ${load.toFixed(1)})`,
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}

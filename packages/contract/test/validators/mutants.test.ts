import { jsonOf, readOperations } from '@vehicle-lookup/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { validate } from '../../src/validators/index.ts';
import { document, examples } from './examples.ts';

// The reference validators are compiled by Ajv from the document, without our generator.
const ajv = new Ajv2020({ strict: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'document', components: document.components } as object);
const allowed = new Map(
  readOperations(document).flatMap(({ id, responses }) =>
    responses.map((response) => {
      const schema = JSON.parse(JSON.stringify(jsonOf(response)?.schema).replaceAll('"#/', '"document#/'));
      return [`${id} ${response.status}`, ajv.compile(schema)] as const;
    }),
  ),
);

interface Mutant {
  what: string;
  body: unknown;
}

/** Generates mutants of a value: each field is removed, and each value is replaced by values of other JSON types. */
function* mutants(value: unknown, path: (string | number)[] = []): Generator<(root: unknown) => Mutant> {
  const replacements = [null, true, 7, 'text', '', [], {}, [value]];
  for (const replacement of replacements) {
    if (JSON.stringify(replacement) === JSON.stringify(value)) continue;
    yield (root) => ({
      what: `${path.join('/')} = ${JSON.stringify(replacement).slice(0, 20)}`,
      body: set(root, path, replacement),
    });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (!Array.isArray(value)) yield (root) => ({ what: `no ${at.join('/')}`, body: set(root, at, undefined) });
    yield* mutants(member, at);
  }
}

/** Returns a copy of `root` with a changed value; undefined removes the field. */
function set(root: unknown, path: (string | number)[], value: unknown): unknown {
  const [last] = path.slice(-1);
  if (last === undefined) return value;
  const copy = structuredClone(root);
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  const parent: any = path.slice(0, -1).reduce((node: any, key) => node[key], copy);
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

test.each(examples)('$operation $status $name: a mutated body is valid if and only if the document allows it', (e) => {
  const reference = allowed.get(`${e.operation} ${e.status}`);
  let rejected = 0;
  for (const mutate of mutants(e.body)) {
    const { what, body } = mutate(e.body);
    const verdict = validate(e.operation, e.status, body);
    expect(verdict.ok, `${e.operation} ${e.status} ${e.name}: ${what}`).toBe(reference?.(body));
    if (!verdict.ok) {
      rejected++;
      expect(verdict.issues.length, what).toBeGreaterThan(0);
    }
  }
  expect(rejected).toBeGreaterThan(0);
});

test.each(examples)('$operation $status $name: null is invalid at every location', (e) => {
  for (const mutate of mutants(e.body)) {
    const { what, body } = mutate(e.body);
    if (what.endsWith('= null')) expect(validate(e.operation, e.status, body).ok, what).toBe(false);
  }
});

import { at, child, type Document, isRecord, readOperations } from '@vehicle-lookup/openapi';
import { root } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { compare, load, rules } from '../src/index.ts';
import { TODAY } from './support/fragments.ts';

// Changes every component of this repository's document. The reported operations are compared with the operations that a text
// search finds.
const loaded = load(`${root}/spec`);
const KINDS = ['schemas', 'parameters', 'headers', 'responses', 'securitySchemes'];
const components = KINDS.flatMap((kind) =>
  Object.keys(Object(loaded.document.components?.[kind])).map(
    (name) => [`${kind}/${name}`, child(child('/components', kind), name)] as const,
  ),
);

/** Returns the operations that reach a pointer, found by following every `$ref` string. */
function reachedFrom(document: Document, pointer: string): string[] {
  const reaches = (node: unknown, seen: Set<string>): boolean =>
    [...JSON.stringify(node).matchAll(/"\$ref":"#([^"]+)"/g)].some(([, target = '']) => {
      if (target === pointer || target.startsWith(`${pointer}/`)) return true;
      if (seen.has(target)) return false;
      seen.add(target);
      return reaches(at(document, target), seen);
    });
  const all = readOperations(document);
  const found = pointer.includes('securitySchemes') ? all : all.filter(({ node }) => reaches(node, new Set()));
  return found.map(({ id }) => id);
}

const changeAt = (document: Document, pointer: string): void => {
  const component = at(document, pointer);
  if (isRecord(component)) component.description = 'Another description.';
};

test('each finding names exactly the operations that reach the changed component', async () => {
  const document = structuredClone(loaded.document);
  for (const [, pointer] of components) changeAt(document, pointer);
  const changes = await compare(loaded, { ...loaded, document }, rules, TODAY);
  const named = components.map(([, pointer]) => [
    pointer,
    changes.find((change) => change.pointer === `${pointer}/description`)?.operations.toSorted() ?? [],
  ]);
  expect(named).toEqual(components.map(([, pointer]) => [pointer, reachedFrom(document, pointer).sort()]));
});

// One comparison for each component takes about a minute in total.
describe.runIf(process.env.DEEP).concurrent.each(components)('a change only in %s', (_, pointer) => {
  test('is reported for exactly the operations that reach the component', async () => {
    const document = structuredClone(loaded.document);
    changeAt(document, pointer);
    const changes = await compare(loaded, { ...loaded, document }, rules, TODAY);
    const named = new Set(changes.flatMap(({ operations }) => operations));
    expect([...named].sort()).toEqual(reachedFrom(document, pointer).sort());
  });
});

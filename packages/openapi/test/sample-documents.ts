import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inlined } from '../src/openapi/inline.ts';

import type { Document, Path } from '../src/openapi/openapi.ts';

export { inlined };

/** Returns a complete document in which `action=…` selects the operation. It has no default operation. */
export function actionDocument(): Document {
  const file = new URL('../fixtures/action/openapi.yaml', import.meta.url);
  return parse(readFileSync(file, 'utf8')) as Document;
}

/** Returns a small document with a default operation, flag selectors, no credentials and untitled bodies. */
export function defaultDocument(): Document {
  const ref = (place: string) => ({ $ref: `#/components/${place}` });
  const query = (name: string, required: boolean, schema: object) => ({
    name,
    in: 'query',
    required,
    description: 'The action to perform.',
    schema,
    example: 1,
  });
  const flag = { type: 'integer', const: 1 };
  const json = (schema: object) => ({ description: 'A body.', content: { 'application/json': { schema } } });
  const operation = (operationId: string, parameters: object[], schema: object, more: object = {}) => ({
    get: { operationId, parameters, responses: { '200': json(schema), '400': ref('responses/BadRequest') }, ...more },
  });
  const id = (required: boolean) => query('id', required, ref('schemas/Id'));
  const kinds = ['several-selectors', 'selector-value', 'unknown-parameter', 'foreign-parameter'];
  kinds.push('repeated-parameter', 'missing-parameter', 'malformed-parameter');
  const bodies = ['Item', 'Parts', 'Items'].map((title) => ({ title, ...ref(`schemas/${title}`) }));
  return {
    openapi: '3.1.1',
    info: { title: 'Items', version: '1.0.0' },
    paths: {
      '/items': operation('query', [id(false), query('parts', false, flag), query('all', false, flag)], {
        anyOf: bodies,
      }),
    },
    components: {
      pathItems: {
        getItem: operation('getItem', [id(true)], ref('schemas/Item')),
        getParts: operation('getParts', [id(true), query('parts', true, flag)], ref('schemas/Parts')),
        listItems: operation('listItems', [query('all', true, flag)], ref('schemas/Items')),
      },
      responses: {
        BadRequest: {
          description: 'Not a request of this interface.',
          content: {
            'application/json': {
              schema: ref('schemas/Failure'),
              examples: Object.fromEntries(kinds.map((kind) => [kind, { value: { error: kind } }])),
            },
          },
        },
      },
      schemas: {
        Id: { type: 'integer', minimum: 1 },
        Item: { type: 'object', description: 'An item.', properties: { next: ref('schemas/Item') } },
        Parts: { type: 'array', items: { type: 'string' } },
        Items: { type: 'array', items: ref('schemas/Item') },
        Failure: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string', description: 'What is wrong.', examples: ['id'] } },
        },
      },
    },
  } as unknown as Document;
}

/** Returns a copy of the document with changed values; undefined removes the value. */
export function changed<T>(document: T, ...changes: [Path, unknown][]): T {
  const copy = structuredClone(document);
  for (const [at, value] of changes) {
    const parent = at.slice(0, -1).reduce<unknown>((node, key) => Object(node)[key], copy) as Record<string, unknown>;
    const key = String(at.at(-1));
    if (value === undefined) delete parent[key];
    else parent[key] = value;
  }
  return copy;
}

/** Valid documents of both kinds without `$ref`s, as input for a check. */
export const goodDocuments: [kind: string, document: Document][] = [
  ['with a const per operation', inlined(actionDocument())],
  ['with flags and a default operation', inlined(defaultDocument())],
];

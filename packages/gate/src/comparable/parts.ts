import { keysOf, METHODS } from '@vehicle-lookup/openapi';
import { WITH_SCHEMA, WITH_SCHEMAS } from '../document/component-kind.ts';

/**
 * What a node of a document is. A plural is a list of them, or an object that has them by names; in `schemas` and the others of
 * NAMED the author chose the names, so that none of them is a keyword or an extension.
 */
export type Part = string;

const media = { schema: 'schema', itemSchema: 'schema', encoding: 'encodings' };
const carrier = { schema: 'schema', content: 'media types', headers: 'headers', links: 'links' };
const methods = Object.fromEntries(METHODS.map((method) => [method, 'operation']));

/** The parts of each kind of node by their keys. Everything else is plain: compared as it is written. */
const PARTS: Readonly<Record<Part, Readonly<Record<string, Part>>>> = {
  document: { paths: 'path items', webhooks: 'path items', components: 'components', servers: 'servers' },
  components: {
    schemas: 'schemas',
    parameters: 'parameters',
    headers: 'headers',
    responses: 'responses',
    requestBodies: 'request bodies',
    pathItems: 'path items',
    callbacks: 'callbacks',
    links: 'links',
    securitySchemes: 'security schemes',
  },
  'path item': { ...methods, query: 'operation', additionalOperations: 'operations', parameters: 'parameters' },
  operation: {
    parameters: 'parameters',
    requestBody: 'request body',
    responses: 'responses',
    callbacks: 'callbacks',
  },
  callback: { '*': 'path item' },
  parameter: carrier,
  header: carrier,
  response: carrier,
  'request body': carrier,
  'media type': media,
  encoding: carrier,
  server: { variables: 'variables' },
  link: { parameters: 'values' },
  'security scheme': { flows: 'flows' },
  flow: { scopes: 'values' },
  schema: {
    ...Object.fromEntries(WITH_SCHEMA.map((key) => [key, 'schema'])),
    ...Object.fromEntries(WITH_SCHEMAS.map((key) => [key, 'schemas'])),
    dependentRequired: 'values',
    discriminator: 'discriminator',
  },
  discriminator: { mapping: 'values' },
};

/** What stands in a plural. */
const ELEMENTS: Readonly<Record<Part, Part>> = {
  'path items': 'path item',
  operations: 'operation',
  parameters: 'parameter',
  headers: 'header',
  responses: 'response',
  'request bodies': 'request body',
  callbacks: 'callback',
  links: 'link',
  'media types': 'media type',
  encodings: 'encoding',
  schemas: 'schema',
  servers: 'server',
  variables: 'variable',
  'security schemes': 'security scheme',
  flows: 'flow',
  values: 'value',
};

/** Objects that OpenAPI lets have extensions beside their names. */
const EXTENDED = ['path items', 'responses', 'flows'];

/** Whether the author chose the keys of an object of this kind. */
export const isNamed = (part: Part): boolean => part in ELEMENTS && !EXTENDED.includes(part);

/** What stands at a key of a node. */
export const partAt = (part: Part, key: string): Part => {
  if (part in ELEMENTS) return ELEMENTS[part] ?? 'plain';
  const parts = PARTS[part];
  return parts?.[key] ?? parts?.['*'] ?? 'plain';
};

/** The keys of a pointer into a document that OpenAPI defines, without the names that an author chose. */
export function keywordsOf(pointer: string): string[] {
  let part: Part = 'document';
  return keysOf(pointer).flatMap((key) => {
    const isKeyword = !(part in ELEMENTS);
    part = partAt(part, key);
    return isKeyword ? [key] : [];
  });
}

/** Keywords of a schema whose value is a schema. */
export const WITH_SCHEMA: readonly string[] = [
  'items',
  'not',
  'additionalProperties',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'if',
  'then',
  'else',
  'contentSchema',
];

/** Keywords of a schema whose value is a list of schemas, or schemas by name. */
const WITH_SCHEMAS: readonly string[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
];

type Keys = readonly (string | number)[];

/** Keys whose value is a schema, in OpenAPI and in a schema, and those that hold several. */
const SCHEMA = ['schema', ...WITH_SCHEMA];
const SCHEMAS = ['schemas', ...WITH_SCHEMAS];

/** Keys whose value holds components of a kind, in a list or by name. */
const HOLDERS: Readonly<Record<string, string>> = {
  parameters: 'parameters',
  responses: 'responses',
  headers: 'headers',
  examples: 'examples',
  links: 'links',
  callbacks: 'callbacks',
  requestBodies: 'requestBodies',
  securitySchemes: 'securitySchemes',
};

/** The kind of component that a reference at a place leads to; undefined where it can only be replaced by its target. */
export function componentKind(keys: Keys): string | undefined {
  const [above, last] = [keys.at(-2), keys.at(-1)].map((key) => key?.toString());
  if (above !== undefined && SCHEMAS.includes(above)) return 'schemas';
  if (last !== undefined && SCHEMA.includes(last)) return 'schemas';
  if (last === 'requestBody') return 'requestBodies';
  return above === undefined ? undefined : HOLDERS[above];
}

/** Keys whose value is data of the described interface: a `$ref` in it is data, too. */
export const isData = (keys: Keys): boolean => {
  const last = keys.at(-1);
  if (typeof last !== 'string' || !DATA.has(last)) return false;
  const above = String(keys.at(-2));
  return !SCHEMAS.includes(above) && !(above in HOLDERS);
};
const DATA = new Set(['const', 'default', 'enum', 'example', 'value']);

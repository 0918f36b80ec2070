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
export const WITH_SCHEMAS: readonly string[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
];

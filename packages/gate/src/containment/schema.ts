/** A JSON Schema of the dialect 2020-12. */
export type JsonSchema = boolean | SchemaObject;

// biome-ignore lint/suspicious/noExplicitAny: keywords have values of many types
export type SchemaObject = { readonly [keyword: string]: any };

/** Resolves the references of a document. Each schema object belongs to exactly one source. */
export interface SchemaSource {
  resolve: (reference: string) => JsonSchema | undefined;
}

/** A schema and the document that it belongs to. */
export interface LocatedSchema {
  schema: JsonSchema;
  source: SchemaSource;
}

export const KINDS = ['null', 'boolean', 'number', 'string', 'array', 'object'] as const;
export type Kind = (typeof KINDS)[number];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const kindOf = (value: unknown): Kind =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : (typeof value as Kind);

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
export const WITH_SCHEMA: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
]);
export const WITH_LIST: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
export const WITH_NAMES: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** Other keywords that accept or reject values. All remaining keywords are annotations. */
export const ASSERTIONS: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
]);

export const isAnnotation = (keyword: string): boolean =>
  !ASSERTIONS.has(keyword) && !WITH_SCHEMA.has(keyword) && !WITH_LIST.has(keyword) && !WITH_NAMES.has(keyword);

/** The keywords of a schema that accept or reject values, sorted. */
export const keywordsOf = (schema: SchemaObject): string[] =>
  Object.keys(schema)
    .filter((keyword) => !isAnnotation(keyword) && schema[keyword] !== undefined)
    .sort();

export const typesOf = ({ type }: SchemaObject): string[] | undefined =>
  type === undefined ? undefined : Array.isArray(type) ? type : [type];

/** Whether two JSON values are equal; the order of keys does not matter. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => equal(one, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** Follows references that stand alone. A reference with keywords beside it stays, and so does one to no schema. */
export function follow({ schema: start, source }: LocatedSchema): JsonSchema {
  const seen = new Set<string>();
  let schema = start;
  while (isObject(schema) && typeof schema.$ref === 'string') {
    const reference: string = schema.$ref;
    if (!Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword))) break;
    if (seen.has(reference)) return true;
    seen.add(reference);
    const target = source.resolve(reference);
    if (target === undefined) break;
    schema = target;
  }
  return schema;
}

const expressions = new Map<string, RegExp | undefined>();

/** The regular expression of a pattern; undefined if the pattern is invalid. */
export function expressionOf(pattern: string): RegExp | undefined {
  if (!expressions.has(pattern)) expressions.set(pattern, compiled(pattern, 'u') ?? compiled(pattern, ''));
  return expressions.get(pattern);
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The length of a string in characters (JSON Schema Validation, 6.3.1). */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** The search ends without a result. */
export class GaveUp extends Error {
  override readonly name: string = 'GaveUp';
}

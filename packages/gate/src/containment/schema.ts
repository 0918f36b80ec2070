/** A JSON Schema in the 2020-12 dialect. */
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

/** Keywords whose value is a schema (`WITH_SCHEMA`), a list of schemas (`WITH_LIST`), or a map of schemas (`WITH_NAMES`). */
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

const isNumber = (value: unknown): boolean => typeof value === 'number';
const isCount = (value: unknown): boolean => isNumber(value) && Number(value) >= 0;
const isString = (value: unknown): boolean => typeof value === 'string';
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

/**
 * Other keywords that accept or reject values, each with a check of the keyword's own value. A keyword with an invalid value is ignored.
 * All remaining keywords are annotations.
 */
export const ASSERTIONS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['$ref', isString],
  ['$dynamicRef', isString],
  ['type', (value: unknown) => isString(value) || isNames(value)],
  ['enum', Array.isArray],
  ['const', () => true],
  ['minimum', isNumber],
  ['maximum', isNumber],
  ['exclusiveMinimum', isNumber],
  ['exclusiveMaximum', isNumber],
  ['multipleOf', (value: unknown) => isNumber(value) && Number(value) > 0],
  ['minLength', isCount],
  ['maxLength', isCount],
  ['pattern', isString],
  ['format', isString],
  ['minItems', isCount],
  ['maxItems', isCount],
  ['uniqueItems', (value: unknown) => typeof value === 'boolean'],
  ['minContains', isCount],
  ['maxContains', isCount],
  ['minProperties', isCount],
  ['maxProperties', isCount],
  ['required', isNames],
  ['dependentRequired', (value: unknown) => isObject(value) && Object.values(value).every(isNames)],
]);

const isAnnotation = (keyword: string): boolean =>
  !ASSERTIONS.has(keyword) && !WITH_SCHEMA.has(keyword) && !WITH_LIST.has(keyword) && !WITH_NAMES.has(keyword);

/** Returns the sorted keywords of a schema that accept or reject values. */
export const keywordsOf = (schema: SchemaObject): string[] =>
  Object.keys(schema)
    .filter((keyword) => !isAnnotation(keyword) && schema[keyword] !== undefined)
    .sort();

export const typesOf = ({ type }: SchemaObject): string[] | undefined =>
  type === undefined ? undefined : Array.isArray(type) ? type : [type];

/** Returns whether two JSON values are equal, regardless of the key order. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => equal(one, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** Returns whether a schema is a reference without other keywords, except annotations. */
export const isLink = (schema: JsonSchema): schema is SchemaObject =>
  isObject(schema) &&
  typeof schema.$ref === 'string' &&
  Object.keys(schema).every((keyword) => keyword === '$ref' || isAnnotation(keyword));

/** Follows references without other keywords. Dangling references and references with other keywords are returned unchanged. */
export function follow({ schema: start, source }: LocatedSchema): JsonSchema {
  const seen = new Set<string>();
  let schema = start;
  while (isLink(schema)) {
    const reference: string = schema.$ref;
    const target = seen.has(reference) ? undefined : source.resolve(reference);
    if (target === undefined) break;
    seen.add(reference);
    schema = target;
  }
  return schema;
}

const expressions = new Map<string, RegExp | undefined>();

/** Returns the regular expression for a pattern; undefined if the pattern is invalid. */
export function expressionOf(pattern: string): RegExp | undefined {
  if (!expressions.has(pattern)) {
    expressions.set(pattern, compiled(withoutIdleEscapes(pattern), 'u') ?? compiled(pattern, ''));
  }
  return expressions.get(pattern);
}

/** Returns a pattern without escapes that the `u` flag rejects, such as `\_` and `\@`. */
export const withoutIdleEscapes = (pattern: string): string =>
  pattern.replace(/\\(.)/gsu, (whole, character: string) =>
    /[\w^$\\.*+?()[\]{}|/]/.test(character) && character !== '_'
      ? whole
      : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** Returns the length of a string in characters (JSON Schema Validation, 6.3.1). */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Thrown when a search ends without a result. */
export class GaveUp extends Error {
  override readonly name: string = 'GaveUp';
}

/** Returns the number of decimal places of a number as written. */
export function decimalPlaces(value: number): number {
  const [, digits = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, digits.length - Number(exponent));
}

/** Returns whether a number is a multiple of a second number. Both are treated as decimal numbers as written. */
export function isMultiple(value: number, of: number): boolean {
  const places = Math.max(decimalPlaces(value), decimalPlaces(of));
  if (places > 15 || Math.abs(value) * 10 ** places > 1e300) {
    const quotient = value / of;
    return Math.abs(quotient - Math.round(quotient)) < 1e-9;
  }
  const [whole, divisor] = [value, of].map((one) => BigInt(Math.round(one * 10 ** places)));
  return whole !== undefined && divisor !== undefined && divisor !== 0n && whole % divisor === 0n;
}

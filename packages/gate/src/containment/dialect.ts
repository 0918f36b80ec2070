import {
  ASSERTIONS,
  isLink,
  isObject,
  type JsonSchema,
  type SchemaObject,
  type SchemaSource,
  WITH_LIST,
  WITH_NAMES,
  WITH_SCHEMA,
} from './schema.ts';

/** Dialect of the schemas in a document: JSON Schema 2020-12, or the OpenAPI 3.0 Schema Object. */
export type Dialect = '2020-12' | 'OpenAPI 3.0';

/** Keywords that the OpenAPI 3.0 Schema Object does not support (OpenAPI 3.0.4, 4.7.24.1). */
const UNKNOWN_IN_30: ReadonlySet<string> = new Set([
  'const',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'prefixItems',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
]);

/** Adapts a schema after it has been read. @param schema a copy of the schema, which may be changed @param written the schema as written */
export type Adapt = (schema: SchemaCopy, written: SchemaObject, read: ReadSchema) => JsonSchema;
export type SchemaCopy = Record<string, SchemaObject[string]>;
export type ReadSchema = (part: unknown) => JsonSchema;

/** Converts the schemas of a document to the 2020-12 dialect. */
export class SchemaReader implements SchemaSource {
  readonly #target: (reference: string) => unknown;
  readonly #dialect: Dialect;
  readonly #adapt: Adapt | undefined;
  readonly #copies = new WeakMap<object, JsonSchema>();

  /** @param target returns the target of a reference in the document; undefined if the target does not exist */
  constructor(target: (reference: string) => unknown, dialect: Dialect, adapt?: Adapt) {
    this.#target = target;
    this.#dialect = dialect;
    this.#adapt = adapt;
  }

  /** Resolves a reference. @returns undefined if the target does not exist or the references form a cycle */
  readonly resolve = (reference: string): JsonSchema | undefined => {
    const target = this.#target(reference);
    if (target === undefined) return undefined;
    const first = this.read(target);
    const seen = new Set([reference]);
    for (let schema = first; isLink(schema); ) {
      if (seen.has(schema.$ref)) return undefined;
      seen.add(schema.$ref);
      schema = this.read(this.#target(schema.$ref) ?? true);
    }
    return first;
  };

  /** Returns the schema in the 2020-12 dialect, with only the keywords that accept or reject values. */
  readonly read = (written: unknown): JsonSchema => {
    if (typeof written === 'boolean') return written;
    if (!isObject(written)) return true;
    const known = this.#copies.get(written);
    if (known !== undefined) return known;
    const copy: SchemaCopy = {};
    // The copy is stored before its parts are read, because a schema may contain itself.
    this.#copies.set(written, copy);
    const is30 = this.#dialect === 'OpenAPI 3.0';
    if (is30 && typeof written.$ref === 'string') {
      copy.$ref = written.$ref;
      return copy;
    }
    for (const [keyword, value] of Object.entries(written)) {
      if (value !== undefined && !(is30 && UNKNOWN_IN_30.has(keyword))) this.#copy(copy, keyword, value);
    }
    if (is30) from30(copy, written);
    if (isNever(copy)) {
      this.#copies.set(written, false);
      return false;
    }
    const adapted = this.#adapt?.(copy, written, this.read) ?? copy;
    this.#copies.set(written, adapted);
    return adapted;
  };

  #copy(copy: SchemaCopy, keyword: string, value: unknown): void {
    if (WITH_SCHEMA.has(keyword)) {
      if (typeof value === 'boolean' || isObject(value)) copy[keyword] = this.read(value);
    }
    // An empty list is invalid and therefore ignored.
    else if (WITH_LIST.has(keyword)) {
      if (Array.isArray(value) && value.length > 0) copy[keyword] = value.map(this.read);
    } else if (WITH_NAMES.has(keyword)) {
      const entries = isObject(value) ? Object.entries(value) : [];
      copy[keyword] = Object.fromEntries(entries.map(([name, part]) => [name, this.read(part)]));
    } else if (ASSERTIONS.get(keyword)?.(value)) copy[keyword] = value;
  }
}

/** Converts OpenAPI 3.0 keywords: `nullable` requires a `type` in the same schema, and exclusive bounds are Boolean. */
function from30(copy: SchemaCopy, written: SchemaObject): void {
  for (const [bound, flag] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    const isExclusive = written[flag] === true;
    delete copy[flag];
    if (!isExclusive || copy[bound] === undefined) continue;
    copy[flag] = copy[bound];
    delete copy[bound];
  }
  if (written.nullable === true && typeof copy.type === 'string') copy.type = [copy.type, 'null'];
}

/** Returns whether a schema consists only of `not: {}` or `not: true`. */
const isNever = (schema: SchemaObject): boolean =>
  Object.keys(schema).length === 1 &&
  schema.not !== undefined &&
  (schema.not === true || (isObject(schema.not) && Object.keys(schema.not).length === 0));

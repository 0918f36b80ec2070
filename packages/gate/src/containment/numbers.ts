import {
  equal,
  follow,
  isObject,
  type JsonSchema,
  keywordsOf,
  type LocatedSchema,
  type SchemaObject,
  type SchemaSource,
  WITH_LIST,
  WITH_NAMES,
  WITH_SCHEMA,
} from './schema.ts';

/** The numbers of the schemas `false` and `true`. */
export const NEVER = 0;
export const ALWAYS = 1;

/** Keywords whose values have no order. */
const SETS: ReadonlySet<string> = new Set(['required', 'enum', 'type']);
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef']);

/**
 * Numbers schemas, so that two schemas with the same keywords have the same number. References are followed and annotations
 * ignored. A schema without a cycle is known by its keywords and the numbers of its parts. Schemas in a cycle are compared in pairs.
 */
export class Numbers {
  readonly #numbers = new WeakMap<SchemaObject, number>();
  readonly #byKey = new Map<string, number>();
  readonly #cyclic = new Map<string, { schema: SchemaObject; source: SchemaSource; number: number }[]>();
  readonly #path = new Map<SchemaObject, number>();
  #next = ALWAYS + 1;

  of({ schema, source }: LocatedSchema): number {
    if (typeof schema === 'boolean') return schema ? ALWAYS : NEVER;
    const known = this.#numbers.get(schema);
    if (known !== undefined) return known;
    const target = follow({ schema, source });
    if (typeof target === 'boolean') return target ? ALWAYS : NEVER;
    this.#visit(target, source);
    const number = this.#numbers.get(target) ?? this.#ofCycle(target, source);
    this.#numbers.set(schema, number);
    return number;
  }

  /** @returns the lowest position on the path that a cycle leads back to */
  #visit(start: JsonSchema, source: SchemaSource): number {
    const schema = follow({ schema: start, source });
    if (typeof schema === 'boolean' || this.#numbers.has(schema)) return Number.POSITIVE_INFINITY;
    const above = this.#path.get(schema);
    if (above !== undefined) return above;
    const own = this.#path.size;
    this.#path.set(schema, own);
    let lowest = Number.POSITIVE_INFINITY;
    const keywords = keywordsOf(schema);
    for (const keyword of keywords) {
      for (const part of partsOf(keyword, schema[keyword], source)) {
        lowest = Math.min(lowest, this.#visit(part, source));
      }
    }
    this.#path.delete(schema);
    if (lowest !== Number.POSITIVE_INFINITY) {
      if (lowest < own) return lowest;
      this.#ofCycle(schema, source);
      return Number.POSITIVE_INFINITY;
    }
    this.#numbers.set(schema, keywords.length === 0 ? ALWAYS : this.#byKeywords(schema, keywords, source));
    return Number.POSITIVE_INFINITY;
  }

  #byKeywords(schema: SchemaObject, keywords: readonly string[], source: SchemaSource): number {
    const number = (part: JsonSchema) => this.of({ schema: part, source });
    const key = keywords
      .map((keyword) => {
        const value = schema[keyword];
        if (REFERENCES.has(keyword)) return `${keyword}:${number(source.resolve(value) ?? true)}`;
        if (WITH_SCHEMA.has(keyword)) return `${keyword}:${number(value)}`;
        if (WITH_LIST.has(keyword)) return `${keyword}:[${value.map(number)}]`;
        if (WITH_NAMES.has(keyword)) {
          const names = Object.keys(value).sort();
          return `${keyword}:${JSON.stringify(names.map((name) => [name, number(value[name])]))}`;
        }
        return `${keyword}:${SETS.has(keyword) ? elementsOf(value).join('\u0000') : JSON.stringify(value)}`;
      })
      .join('\u0001');
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    this.#byKey.set(key, this.#next);
    return this.#next++;
  }

  #ofCycle(schema: SchemaObject, source: SchemaSource): number {
    const outline = outlineOf(schema, source, 3);
    const alike = this.#cyclic.get(outline) ?? [];
    this.#cyclic.set(outline, alike);
    const found = alike.find((one) => this.#isSame([one.schema, one.source], [schema, source], new Map()));
    const number = found?.number ?? this.#next++;
    if (found === undefined) alike.push({ schema, source, number });
    this.#numbers.set(schema, number);
    return number;
  }

  /** Whether two schemas have the same keywords, if the pairs above them do. */
  #isSame(
    [first, from]: readonly [JsonSchema, SchemaSource],
    [second, to]: readonly [JsonSchema, SchemaSource],
    above: Map<SchemaObject, Set<SchemaObject>>,
  ): boolean {
    const [a, b] = [follow({ schema: first, source: from }), follow({ schema: second, source: to })];
    if (typeof a === 'boolean' || typeof b === 'boolean') return a === b;
    if (a === b) return true;
    const [numberOfA, numberOfB] = [this.#numbers.get(a), this.#numbers.get(b)];
    if (numberOfA !== undefined && numberOfB !== undefined) return numberOfA === numberOfB;
    const partners = above.get(a) ?? new Set();
    if (partners.has(b)) return true;
    partners.add(b);
    above.set(a, partners);
    const keywords = keywordsOf(a);
    if (keywords.join() !== keywordsOf(b).join()) return false;
    return keywords.every((keyword) => {
      const [x, y] = [a[keyword], b[keyword]];
      if (WITH_NAMES.has(keyword) && Object.keys(x).sort().join('\u0000') !== Object.keys(y).sort().join('\u0000')) {
        return false;
      }
      if (SETS.has(keyword)) return elementsOf(x).join('\u0000') === elementsOf(y).join('\u0000');
      const [parts, others] = [partsOf(keyword, x, from), partsOf(keyword, y, to)];
      if (parts.length !== others.length) return false;
      if (parts.length === 0) return equal(x, y);
      return parts.every((part, index) => this.#isSame([part, from], [others[index] ?? true, to], above));
    });
  }
}

/** The schemas in the value of a keyword, in a fixed order. */
function partsOf(keyword: string, value: SchemaObject[string], source: SchemaSource): JsonSchema[] {
  if (REFERENCES.has(keyword)) return [source.resolve(value) ?? true];
  if (WITH_SCHEMA.has(keyword)) return [value];
  if (WITH_LIST.has(keyword)) return value;
  if (!WITH_NAMES.has(keyword)) return [];
  return Object.keys(value)
    .sort()
    .map((name) => value[name]);
}

const elementsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => JSON.stringify(one))
    .sort();

/** What is visible of a schema without following it further than some levels. */
function outlineOf(start: JsonSchema, source: SchemaSource, levels: number): string {
  if (levels === 0) return '*';
  const schema = follow({ schema: start, source });
  if (!isObject(schema)) return String(schema);
  return keywordsOf(schema)
    .map((keyword) => {
      const value = (schema as SchemaObject)[keyword];
      if (REFERENCES.has(keyword)) return keyword;
      if (WITH_SCHEMA.has(keyword)) return `${keyword}:${outlineOf(value, source, levels - 1)}`;
      if (WITH_LIST.has(keyword)) return `${keyword}:${value.length}`;
      if (WITH_NAMES.has(keyword)) return `${keyword}:${Object.keys(value).sort()}`;
      return `${keyword}:${SETS.has(keyword) ? elementsOf(value).length : JSON.stringify(value)}`;
    })
    .join(';');
}

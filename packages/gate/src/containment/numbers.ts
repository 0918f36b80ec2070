import {
  follow,
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

/** Keywords whose values are lists without a significant order. */
const SETS: ReadonlySet<string> = new Set(['required', 'enum', 'type']);
const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef']);

/**
 * Assigns the same number to schemas with the same keywords. References are followed, and annotations are ignored. A schema is
 * identified by its keywords and the numbers of its parts. Schemas in a reference cycle are numbered together.
 */
export class Numbers {
  readonly #numbers = new WeakMap<SchemaObject, number>();
  readonly #byKey = new Map<string, number>();
  readonly #sources = new WeakMap<SchemaSource, number>();
  /** Schemas that are being visited. A cycle may lead back to them. */
  readonly #open = new Map<SchemaObject, Visit>();
  #visits = 0;

  of({ schema, source }: LocatedSchema): number {
    if (typeof schema === 'boolean') return schema ? ALWAYS : NEVER;
    const known = this.#numbers.get(schema);
    if (known !== undefined) return known;
    const target = follow({ schema, source });
    if (typeof target === 'boolean') return target ? ALWAYS : NEVER;
    this.#visit(target, source);
    const number = this.#numbers.get(target) ?? ALWAYS;
    this.#numbers.set(schema, number);
    return number;
  }

  /**
   * Visits the parts of a schema before the schema itself. If the schema does not lead back to an earlier visit, it is numbered together
   * with the schemas that lead back to it (Tarjan's strongly connected components).
   * @returns the order of the earliest open visit that the schema leads back to
   */
  #visit(start: JsonSchema, source: SchemaSource): number {
    const schema = follow({ schema: start, source });
    if (typeof schema === 'boolean' || this.#numbers.has(schema)) return Number.POSITIVE_INFINITY;
    const above = this.#open.get(schema);
    if (above !== undefined) return above.order;
    const own: Visit = { order: this.#visits++, outline: this.#outlineOf(schema, source) };
    this.#open.set(schema, own);
    let lowest = Number.POSITIVE_INFINITY;
    for (const part of own.outline.parts) lowest = Math.min(lowest, this.#visit(part, source));
    if (lowest < own.order) return lowest;
    if (lowest === Number.POSITIVE_INFINITY) {
      this.#open.delete(schema);
      this.#numbers.set(schema, this.#numberOf(own.outline, new Map()));
      return lowest;
    }
    const members = [...this.#open].filter(([, { order }]) => order >= own.order);
    for (const [member] of members) this.#open.delete(member);
    this.#numberTogether(new Map(members.map(([member, { outline }]) => [member, outline])));
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Numbers the schemas of a reference cycle. They are grouped by their keywords, then repeatedly by the groups of their parts, until the
   * groups no longer change. Two schemas have the same number if they are in the same group of equal cycles.
   */
  #numberTogether(members: ReadonlyMap<SchemaObject, Outline>): void {
    let known: ReadonlyMap<SchemaObject, number> = new Map([...members.keys()].map((member) => [member, ALWAYS]));
    for (let count = 1; ; ) {
      const before = known;
      known = new Map([...members].map(([member, outline]) => [member, this.#numberOf(outline, before, 'cycle ')]));
      const next = new Set(known.values()).size;
      if (next > count) {
        count = next;
        continue;
      }
      const kinds = new Set([...members.keys()].map((member) => `${before.get(member)} ${known.get(member)}`));
      const all = this.#numberOfKey(`cycle of ${[...kinds].sort()}`);
      for (const [member, kind] of known) this.#numbers.set(member, this.#numberOfKey(`cycle ${all} ${kind}`));
      return;
    }
  }

  /** @param others provisional numbers of schemas without a final number */
  #numberOf({ words, parts, source }: Outline, others: ReadonlyMap<SchemaObject, number>, prefix = ''): number {
    if (words.length === 0) return ALWAYS;
    const numbers = parts.map((part) => {
      const schema = follow({ schema: part, source });
      return (typeof schema === 'boolean' ? undefined : others.get(schema)) ?? this.of({ schema, source });
    });
    return this.#numberOfKey(`${prefix}${words}\u0001${numbers}`);
  }

  #numberOfKey(key: string): number {
    const number = this.#byKey.get(key) ?? this.#byKey.size + ALWAYS + 1;
    this.#byKey.set(key, number);
    return number;
  }

  /** Returns the keywords and the parts of a schema. */
  #outlineOf(schema: SchemaObject, source: SchemaSource): Outline {
    const parts: JsonSchema[] = [];
    const words = keywordsOf(schema).map((keyword) => {
      const value = schema[keyword];
      if (REFERENCES.has(keyword)) {
        const target = source.resolve(value);
        // A dangling reference may have a different meaning in each document.
        if (target === undefined) return `${keyword} in ${this.#numberOfSource(source)}:${value}`;
        parts.push(target);
        return keyword;
      }
      if (WITH_SCHEMA.has(keyword)) parts.push(value);
      else if (WITH_LIST.has(keyword)) parts.push(...value);
      else if (WITH_NAMES.has(keyword)) {
        const names = Object.keys(value).sort();
        parts.push(...names.map((name) => value[name]));
        return `${keyword}:${JSON.stringify(names)}`;
      } else return `${keyword}:${SETS.has(keyword) ? elementsOf(value).join('\u0000') : JSON.stringify(value)}`;
      return `${keyword}:${WITH_LIST.has(keyword) ? value.length : ''}`;
    });
    return { words: words.join('\u0001'), parts, source };
  }

  #numberOfSource(source: SchemaSource): number {
    const number = this.#sources.get(source) ?? this.#visits++;
    this.#sources.set(source, number);
    return number;
  }
}

interface Outline {
  /** Keywords of the schema, without subschemas. */
  words: string;
  /** Subschemas of the keywords, in a fixed order. */
  parts: readonly JsonSchema[];
  source: SchemaSource;
}

interface Visit {
  /** Position of the visit in the order of all visits. */
  order: number;
  outline: Outline;
}

const elementsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .map((one) => JSON.stringify(one))
    .sort();

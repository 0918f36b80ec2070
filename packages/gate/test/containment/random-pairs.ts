import type { JsonSchema, SchemaObject } from '../../src/containment/schema.ts';

/** Two schemas of one document. The second is often a variant of the first. */
export interface RandomPair {
  schemas: readonly [JsonSchema, JsonSchema];
  /** Targets of the references to `#/$defs/…`. */
  definitions: Readonly<Record<string, JsonSchema>>;
}

const PATTERNS = ['^a', 'b$', '^[ab]*$', '^(a|b)?$', '^a|b$', '^$', 'a', '^[ab]{2}$', '^(?:a|ab)$', '[0-9]', '^[^a]*$'];
const SCALARS = [null, true, false, 0, 1, 2, 3, -1, 0.5, 1.5, 4, 6, '', 'a', 'b', 'ab', 'aa', 'ba', '1', 'abc'];
const COMPOUNDS = [[], {}, [1], ['a'], [1, 1], ['a', 'b'], { a: 1 }, { a: 'a' }, { b: 1 }, { a: 1, b: 'a' }];
const NAMES = ['a', 'b', 'c'];
/** Names that no schema mentions. They match field patterns, and some are longer than the first names that a search tries. */
const OTHER_NAMES = ['d', 'ab', 'abb', 'bbbb', 'aaaaa', 'ccc', 'x-', 'x-a', 'x-abc', 'x-aaaaaa'];
const NAME_PATTERNS = ['^a', 'b', '^[cd]$', '^x-', '^x-', 'a$'];
/** A small set of elements, so that two elements of an array are often equal. */
const ELEMENTS = [1, 2, 'a', 'b', null];

/** Generator of random schemas and values. The same seed gives the same results on every machine. */
export class Random {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(): number {
    this.#seed = (this.#seed * 1664525 + 1013904223) % 2 ** 32;
    return this.#seed / 2 ** 32;
  }

  below = (limit: number): number => Math.floor(this.next() * limit);
  pick = <Item>(list: readonly Item[]): Item => list[this.below(list.length)] as Item;
  some = <Item>(list: readonly Item[], chance: number): Item[] => list.filter(() => this.next() < chance);

  pair(): RandomPair {
    // Keywords that affect each other are rarely combined by chance.
    if (this.next() < 0.15) return this.#close(this.next() < 0.5 ? this.#names : this.#elements);
    const isRecursive = this.next() < 0.25;
    const definitions: Record<string, JsonSchema> = isRecursive ? this.#definitions() : {};
    const first = this.schema(3, isRecursive);
    const isVariant = this.next() < 0.75;
    const second = isVariant ? this.variant(first === true || first === false ? {} : first, 3) : undefined;
    return { schemas: [first, second ?? this.schema(3, isRecursive)], definitions };
  }

  #close(make: () => SchemaObject): RandomPair {
    const first = make();
    return { schemas: [first, this.next() < 0.5 ? { ...first, ...make() } : make()], definitions: {} };
  }

  /** Returns an object schema with constraints on its field names. */
  #names = (): SchemaObject => ({
    type: 'object',
    ...this.#maybe(0.5, () => ({ patternProperties: { [this.pick(NAME_PATTERNS)]: this.schema(0, false) } })),
    ...this.#maybe(0.5, () => ({ propertyNames: this.#nameSchema() })),
    ...this.#maybe(0.5, () => ({ additionalProperties: this.next() < 0.6 ? false : this.schema(0, false) })),
    ...this.#maybe(0.3, () => ({ minProperties: 1 + this.below(2) })),
    ...this.#maybe(0.2, () => ({ properties: { [this.pick(NAMES)]: this.schema(0, false) } })),
    ...this.#maybe(0.2, () => ({ required: [this.pick(NAMES)] })),
  });

  /** Returns an array schema with constraints on its elements. */
  #elements = (): SchemaObject => ({
    type: 'array',
    ...this.#maybe(0.4, () => ({ uniqueItems: true })),
    ...this.#maybe(0.5, () => this.#containing(this.#element)),
    ...this.#maybe(0.5, () => ({ allOf: [this.#containing(this.#element), this.#containing(this.#element)] })),
    ...this.#maybe(0.3, () => ({ prefixItems: [this.#element()] })),
    ...this.#maybe(0.3, () => ({ items: { enum: this.some(ELEMENTS, 0.7) } })),
    ...this.#maybe(0.3, () => ({ maxItems: 1 + this.below(4) })),
  });

  /** Returns schemas that refer to each other. In a cycle, each schema leads back to itself in several ways. */
  #definitions(): Record<string, JsonSchema> {
    if (this.next() < 0.7) return { x: this.schema(2, true), y: this.schema(1, true) };
    const link = (name: string, more: SchemaObject): SchemaObject => ({
      type: 'object',
      properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` }, c: this.schema(0, false) },
      ...more,
    });
    const required = () => this.#maybe(0.3, () => ({ required: [this.pick(['a', 'c'])] }));
    return { x: link('y', required()), y: link('z', required()), z: link('x', {}) };
  }

  schema(depth: number, isRecursive: boolean): JsonSchema {
    const chance = this.next();
    if (chance < 0.05) return chance < 0.03;
    if (isRecursive && chance < 0.13) return { $ref: this.pick(['#/$defs/x', '#/$defs/y']) };
    const flat = ['string', 'number', 'integer', 'boolean', 'null', 'enum', 'any'];
    const deep = ['array', 'array', 'object', 'object', 'object', 'combined', 'combined', 'combined'];
    const kind = this.pick(depth > 0 ? [...flat, ...deep] : flat);
    const inner = () => this.schema(depth - 1, isRecursive);
    if (kind === 'string') return this.#text();
    if (kind === 'number' || kind === 'integer') return this.#number(kind);
    if (kind === 'enum') return this.#listed();
    if (kind === 'any') return this.#any();
    if (kind === 'array') return this.#array(inner);
    if (kind === 'object') return this.#object(inner);
    return kind === 'combined' ? this.#combined(inner) : { type: kind };
  }

  /** Returns the keywords with a given probability, otherwise none. */
  #maybe(chance: number, keywords: () => SchemaObject): SchemaObject {
    return this.next() < chance ? keywords() : {};
  }

  #text = (): SchemaObject => ({
    type: 'string',
    ...this.#maybe(0.4, () => ({ minLength: this.below(3) })),
    ...this.#maybe(0.4, () => ({ maxLength: this.below(4) })),
    ...this.#maybe(0.4, () => ({ pattern: this.pick(PATTERNS) })),
  });

  #number = (type: string): SchemaObject => ({
    type,
    ...this.#maybe(0.4, () => ({ [this.pick(['minimum', 'exclusiveMinimum'])]: this.below(3) })),
    ...this.#maybe(0.4, () => ({ [this.pick(['maximum', 'exclusiveMaximum'])]: 1 + this.below(6) })),
    ...this.#maybe(0.25, () => ({ multipleOf: this.pick([1, 2, 3, 0.5, 1.5]) })),
  });

  #listed(): SchemaObject {
    const list = this.next() < 0.2 ? COMPOUNDS : SCALARS;
    const values = [...new Set(Array.from({ length: 1 + this.below(3) }, () => this.pick<unknown>(list)))];
    return values.length === 1 && this.next() < 0.5 ? { const: values[0] } : { enum: values };
  }

  #any(): SchemaObject {
    const types = [
      this.pick(['string', 'number', 'null', 'boolean']),
      this.pick(['string', 'integer', 'array', 'object']),
    ];
    return this.next() < 0.5 ? { type: [...new Set(types)] } : {};
  }

  #array = (inner: () => JsonSchema): SchemaObject => ({
    ...this.#maybe(0.9, () => ({ type: 'array' })),
    ...this.#maybe(0.6, () => ({ items: inner() })),
    ...this.#maybe(0.25, () => ({ prefixItems: Array.from({ length: 1 + this.below(2) }, inner) })),
    ...this.#maybe(0.3, () => ({ minItems: this.below(3) })),
    ...this.#maybe(0.3, () => ({ maxItems: this.below(4) })),
    ...this.#maybe(0.15, () => ({ uniqueItems: true })),
    ...this.#maybe(0.15, () => this.#containing(inner)),
    ...this.#maybe(0.1, () => ({ allOf: [this.#containing(this.#element), this.#containing(this.#element)] })),
    ...this.#maybe(0.05, () => ({ unevaluatedItems: this.schema(0, false) })),
  });

  #containing = (inner: () => JsonSchema): SchemaObject => ({
    contains: inner(),
    ...this.#maybe(0.3, () => ({ minContains: this.below(3) })),
    ...this.#maybe(0.3, () => ({ maxContains: 1 + this.below(2) })),
  });

  #element = (): JsonSchema => ({ const: this.pick(ELEMENTS) });

  #object = (inner: () => JsonSchema): SchemaObject => ({
    ...this.#maybe(0.9, () => ({ type: 'object' })),
    ...this.#maybe(0.8, () => ({
      properties: Object.fromEntries(this.some(NAMES, 0.6).map((name) => [name, inner()])),
    })),
    ...this.#maybe(0.4, () => ({ required: this.some(NAMES, 0.4) })),
    ...this.#maybe(0.35, () => ({ additionalProperties: this.next() < 0.5 ? false : inner() })),
    ...this.#maybe(0.15, () => ({ patternProperties: { [this.pick(NAME_PATTERNS)]: inner() } })),
    ...this.#maybe(0.1, () => ({ minProperties: this.below(3) })),
    ...this.#maybe(0.1, () => ({ maxProperties: this.below(4) })),
    ...this.#maybe(0.12, () => ({ propertyNames: this.#nameSchema() })),
    ...this.#maybe(0.08, () => ({ dependentRequired: { a: ['b'] } })),
    ...this.#maybe(0.05, () => ({ dependentSchemas: { a: inner() } })),
    ...this.#maybe(0.1, () => ({ unevaluatedProperties: this.next() < 0.7 ? false : this.schema(0, false) })),
    ...this.#maybe(0.15, () => ({ allOf: [inner()] })),
    ...this.#maybe(0.1, () => ({ anyOf: [inner(), inner()] })),
  });

  #nameSchema = (): SchemaObject =>
    this.next() < 0.7
      ? { [this.pick(['maxLength', 'minLength'])]: 1 + this.below(5) }
      : { [this.pick(['pattern', 'pattern', 'const'])]: this.pick(NAME_PATTERNS) };

  #combined(inner: () => JsonSchema): SchemaObject {
    const keyword = this.pick(['allOf', 'anyOf', 'anyOf', 'oneOf', 'not', 'if']);
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    if (keyword === 'if') return { if: inner(), then: inner(), else: inner() };
    if (keyword === 'not') return { ...(this.schema(0, false) as SchemaObject), not: inner() };
    return { [keyword]: Array.from({ length: 1 + this.below(3) }, inner) };
  }

  /** Returns the same schema with one small change. */
  variant(schema: JsonSchema, depth: number): JsonSchema {
    if (typeof schema === 'boolean') return this.schema(1, false);
    if (this.next() < 0.25) return this.#changed(schema);
    const isInner = (keyword: string) =>
      isNode(schema[keyword]) && !['enum', 'required', 'type', 'const', 'dependentRequired'].includes(keyword);
    const keywords = Object.keys(schema).filter(isInner);
    if (keywords.length === 0 || depth <= 0) return this.#narrowed(schema);
    const keyword = this.pick(keywords);
    const value = schema[keyword];
    if (Array.isArray(value)) {
      const index = this.below(value.length);
      return { ...schema, [keyword]: value.map((one, at) => (at === index ? this.variant(one, depth - 1) : one)) };
    }
    if (!['properties', 'patternProperties', 'dependentSchemas'].includes(keyword)) {
      return { ...schema, [keyword]: this.variant(value, depth - 1) };
    }
    const names = Object.keys(value);
    const name = this.pick(names);
    if (names.length === 0) return this.#narrowed(schema);
    return { ...schema, [keyword]: { ...value, [name]: this.variant(value[name], depth - 1) } };
  }

  #narrowed = (schema: SchemaObject): SchemaObject => ({
    ...schema,
    ...this.pick<SchemaObject>([
      { minLength: 1 },
      { maximum: 3 },
      { minimum: 1 },
      { maxItems: 2 },
      { minItems: 1 },
      { additionalProperties: false },
      { required: ['a'] },
      { pattern: '^a' },
      { not: { const: 'a' } },
      { uniqueItems: true },
      { propertyNames: this.#nameSchema() },
      { patternProperties: { [this.pick(NAME_PATTERNS)]: this.schema(0, false) } },
    ]),
  });

  #changed(schema: SchemaObject): JsonSchema {
    const keyword = this.pick([...Object.keys(schema), 'type']);
    const { [keyword]: value, ...others } = schema;
    const flat = this.schema(0, false);
    switch (this.below(6)) {
      case 0:
        return others;
      case 1:
        if (typeof value !== 'number') return { ...schema, pattern: this.pick(PATTERNS) };
        return { ...schema, [keyword]: Math.max(keyword === 'multipleOf' ? 1 : 0, value + this.pick([1, -1])) };
      case 2:
        return { allOf: [schema] };
      case 3:
        return { anyOf: [schema, flat] };
      case 4:
        return { ...schema, ...(flat as SchemaObject) };
      default:
        if (Array.isArray(schema.required)) return { ...schema, required: schema.required.slice(1) };
        if (schema.enum) return { ...schema, enum: [...new Set([...schema.enum, this.pick(SCALARS)])] };
        return { ...schema, properties: { ...schema.properties, [this.pick(NAMES)]: this.schema(1, false) } };
    }
  }

  /** Returns all small values and some larger values. */
  values(): unknown[] {
    const small = [null, true, 0, 1, 2, 0.5, 'a', '', 'ab', 'b', 3];
    const compounds = [[], {}, [1], ['a'], { a: 1 }, { a: 'a' }, { b: 1 }, { b: 'a' }, { d: 1 }, [1, 1], ['a', 'b']];
    const many = <Item>(count: number, make: () => Item) => Array.from({ length: count }, make);
    const field = () => this.pick<unknown>([...small, ...compounds]);
    const object = (names: readonly string[]) =>
      Object.fromEntries(this.some(names, 0.5).map((name) => [name, field()] as const));
    const lists: unknown[][] = [
      [],
      ...small.flatMap((one) => [[one], ...small.map((other) => [one, other])]),
      ...many(250, () => many(3, () => this.pick(small))),
      ...many(60, () => many(4, () => this.pick(small))),
      ...ELEMENTS.flatMap((one) => ELEMENTS.flatMap((other) => ELEMENTS.map((third) => [one, other, third]))),
      ...many(150, () => many(4 + this.below(2), () => this.pick(ELEMENTS))),
    ];
    const objects = [
      {},
      ...[...NAMES, 'd', 'ab'].flatMap((name) => [...small, ...compounds].map((value) => ({ [name]: value }))),
      ...OTHER_NAMES.slice(2).flatMap((name) => [...small, [], {}].map((value) => ({ [name]: value }))),
      ...many(700, () => object([...NAMES, 'd'])),
      ...many(200, () => object([...NAMES, ...OTHER_NAMES])),
    ];
    const nested = () => this.pick<unknown>([field(), this.pick(objects), this.pick(lists)]);
    return [
      ...SCALARS,
      ...[5, 7, -2, 2.5, 'bb', 'c', 'aab', 'abab', '12', '😀'],
      ...lists,
      ...objects,
      ...many(250, () => many(this.below(4), nested)),
      ...many(300, () => Object.fromEntries(this.some(NAMES, 0.6).map((name) => [name, nested()] as const))),
    ];
  }
}

const isNode = (value: unknown): boolean => typeof value === 'object' && value !== null;

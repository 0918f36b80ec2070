import * as fc from 'fast-check';

/*
 * Generates random schemas, equivalent notations, and narrower schemas. The tests check these properties of a pair by sampling values
 * instead of relying on this module.
 */

export type Schema = Record<string, unknown>;

/** Two schemas and the components that they refer to. */
export interface Pair {
  before: Schema;
  after: Schema;
  components: Record<string, Schema>;
}

const optional = <T>(keyword: string, value: fc.Arbitrary<T>) =>
  fc.option(
    value.map((one) => ({ [keyword]: one })),
    { nil: {} },
  );
const small = fc.integer({ min: 0, max: 3 });
const join = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<Schema> =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as Schema);

const text = join(
  fc.constant({ type: 'string' }),
  fc.oneof(
    join(optional('minLength', small), optional('maxLength', fc.integer({ min: 3, max: 6 }))),
    optional('pattern', fc.constantFrom('^a', '^[a-c]*$', '\\d')),
    optional('enum', fc.subarray(['a', 'b', 'abc', '12'], { minLength: 1 })),
  ),
);
const numeric = join(
  fc.constantFrom({ type: 'integer' }, { type: 'number' }),
  optional('minimum', small),
  optional('maximum', fc.integer({ min: 4, max: 9 })),
  optional('multipleOf', fc.constantFrom(2, 3)),
);
const plain = fc.oneof(text, numeric, fc.constantFrom<Schema>({ type: 'boolean' }, { type: ['string', 'null'] }, {}));

/** Generator of schemas with at most three levels. */
const { schema } = fc.letrec<{ schema: Schema; list: Schema; object: Schema; choice: Schema }>((tie) => ({
  schema: fc.oneof({ maxDepth: 2, withCrossShrink: true }, plain, tie('list'), tie('object'), tie('choice')),
  list: join(
    fc.constant({ type: 'array' }),
    tie('schema').map((items) => ({ items })),
    optional('minItems', small),
    optional('maxItems', fc.integer({ min: 3, max: 5 })),
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { minKeys: 1, noNullPrototype: true }),
      fc.subarray(['a', 'b', 'c']),
      optional('unevaluatedProperties', fc.constant(false)),
      optional('additionalProperties', fc.constant(true)),
    )
    .map(([properties, required, closed, opened]) => ({
      type: 'object',
      properties,
      ...closed,
      ...opened,
      ...(required.length > 0 ? { required: required.filter((name) => name in properties) } : {}),
    })),
  choice: fc.tuple(text, fc.oneof(tie('list'), tie('object'))).map((anyOf) => ({ anyOf })),
}));

/** Applies a function to one of the nested schemas of a schema, which is selected by a number. */
function atOne(root: Schema, choice: number, change: (schema: Schema) => Schema): Schema {
  const count = { left: choice % sizeOf(root) };
  const visit = (node: Schema): Schema => {
    if (count.left-- === 0) return change(node);
    const { items, properties, anyOf } = node;
    const parts: Schema = {};
    if (items) parts.items = visit(items as Schema);
    if (Array.isArray(anyOf)) parts.anyOf = anyOf.map(visit);
    if (properties) {
      const all = Object.entries(properties as Record<string, Schema>);
      parts.properties = Object.fromEntries(all.map(([name, one]) => [name, visit(one)]));
    }
    return { ...node, ...parts };
  };
  return visit(root);
}

const sizeOf = ({ items, properties, anyOf }: Schema): number =>
  [
    ...(items ? [items] : []),
    ...Object.values(Object(properties)),
    ...(Array.isArray(anyOf) ? anyOf : []),
  ].reduce<number>((sum, one) => sum + sizeOf(one as Schema), 1);

const reversed = (node: Schema): Schema => Object.fromEntries(Object.entries(node).reverse());
const reversedList =
  (key: string) =>
  (node: Schema): Schema =>
    Array.isArray(node[key]) ? { ...node, [key]: [...(node[key] as unknown[])].reverse() } : node;

/** Functions that write a schema in a different notation. `name` is an unused component name. */
const REWRITINGS: readonly ((node: Schema, name: string, components: Record<string, Schema>) => Schema)[] = [
  reversed,
  ...['enum', 'required', 'type', 'anyOf'].map(reversedList),
  (node) => ({ allOf: [node] }),
  (node) => ({ anyOf: [node] }),
  ({ type, ...rest }) => (type === undefined ? rest : { ...rest, allOf: [{ type }] }),
  ({ type, ...rest }) =>
    typeof type === 'string' ? { ...rest, type: [type] } : { ...rest, ...(type ? { type } : {}) },
  ({ anyOf, ...rest }) => (anyOf ? { ...rest, oneOf: anyOf } : rest),
  ({ enum: values, ...rest }) =>
    Array.isArray(values) && values.length === 1
      ? { ...rest, const: values[0] }
      : { ...rest, ...(values ? { enum: values } : {}) },
  ({ properties, required, ...rest }) =>
    properties ? { ...rest, allOf: [{ type: 'object', properties }, { required: required ?? [] }] } : rest,
  (node) => ({ ...node, ...(node.type === 'string' ? { minLength: node.minLength ?? 0 } : { deprecated: false }) }),
  (node) => (node.properties && node.unevaluatedProperties !== false ? { ...node, additionalProperties: true } : node),
  (node, name, components) => {
    components[name] = node;
    return { $ref: `#/components/schemas/${name}` };
  },
  (node, name, components) => {
    components[name] = node;
    return { allOf: [{ $ref: `#/components/schemas/${name}` }], description: 'It is described here.' };
  },
];

const fewer = (values: unknown): unknown => (Array.isArray(values) && values.length > 1 ? values.slice(1) : values);
const above = (value: unknown, by: number): number => (typeof value === 'number' ? value : 0) + by;

/** Functions that return a schema with the same or fewer values. */
const NARROWINGS: readonly ((node: Schema) => Schema)[] = [
  (node) => (node.enum ? { ...node, enum: fewer(node.enum) } : node),
  (node) => (Array.isArray(node.type) ? { ...node, type: 'string' } : node),
  (node) => (node.type === 'number' ? { ...node, type: 'integer' } : node),
  (node) => (node.type === 'string' ? { ...node, minLength: above(node.minLength, 1) } : node),
  (node) => (node.type === 'string' && !node.pattern ? { ...node, pattern: '^[a-z0-9]*$' } : node),
  (node) => (node.type === 'integer' ? { ...node, minimum: above(node.minimum, 1) } : node),
  (node) => (node.type === 'integer' ? { ...node, exclusiveMaximum: 7 } : node),
  (node) => (node.multipleOf ? { ...node, multipleOf: Number(node.multipleOf) * 2 } : node),
  (node) => (node.type === 'array' ? { ...node, minItems: above(node.minItems, 1) } : node),
  (node) => (node.type === 'array' ? { ...node, uniqueItems: true } : node),
  (node) => (node.properties ? { ...node, required: Object.keys(node.properties) } : node),
  (node) => (node.properties ? { ...node, additionalProperties: false } : node),
  (node) => (node.properties ? { ...node, maxProperties: 2 } : node),
  (node) => (node.properties ? { ...node, unevaluatedProperties: false } : node),
  ({ additionalProperties, ...node }) => (additionalProperties === true ? node : { ...node, minProperties: 1 }),
  (node) => (Array.isArray(node.anyOf) && node.anyOf.length > 1 ? { ...node, anyOf: fewer(node.anyOf) } : node),
  (node) => ({ ...node, not: { const: 'abc' } }),
  (node) => (Object.keys(node).length === 0 ? { type: 'string' } : node),
];

const choices = fc.record({ place: fc.nat(1000), way: fc.nat(1000), schema });

/** Counter for unique component names, so that all pairs fit into one document. */
let named = 0;

/** Pairs of schemas that accept the same values in different notations. */
export const rewritten: fc.Arbitrary<Pair> = choices.map(({ place, way, schema: before }) => {
  const components: Record<string, Schema> = {};
  const rewrite = REWRITINGS[way % REWRITINGS.length];
  const name = `Named${named++}`;
  const after = atOne(before, place, (node) => rewrite?.(node, name, components) ?? node);
  return { before, after, components };
});

/** Pairs of schemas in which the second schema accepts the same or fewer values. */
export const narrowed: fc.Arbitrary<Pair> = choices.map(({ place, way, schema: before }) => ({
  before,
  after: atOne(before, place, (node) => NARROWINGS[way % NARROWINGS.length]?.(node) ?? node),
  components: {},
}));

/** Values that some schemas accept and other schemas reject. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>('', 'a', 'b', 'ab', 'abc', '12', 'A1', 'abcdef', -1, 0, 1, 2, 3, 6, 8, 1.5, true, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

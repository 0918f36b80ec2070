import {
  type Condition,
  type Constraint,
  type Demand,
  type FieldRange,
  literalOf,
  type Subject,
} from './conditions.ts';
import { isSilent, rangeOfFormat } from './formats.ts';
import { areApart } from './glance.ts';
import { type JsonSchema, kindOf, type SchemaObject, typesOf } from './schema.ts';
import { unevaluatedConstraint } from './unevaluated.ts';

const either = (kept: Condition, broken: Condition): Constraint => ({ keep: [[kept]], break: [[broken]] });

/**
 * Returns the constraints that a schema imposes on values of one kind. Keywords for other kinds are ignored.
 * @returns undefined if the schema rejects all values of the kind
 */
export function constraintsOf(subject: Subject): Constraint[] | undefined {
  const { kind, schema } = subject;
  const types = typesOf(schema);
  const isTyped = types === undefined || types.includes(kind);
  const isInteger = kind === 'number' && !isTyped && types.includes('integer');
  if (!isTyped && !isInteger) return undefined;
  const constraints: Constraint[] = isInteger ? [either({ ask: 'integer' }, { ask: 'fraction' })] : [];
  const lists: unknown[][] = [...(schema.enum ? [schema.enum] : []), ...('const' in schema ? [[schema.const]] : [])];
  for (const list of lists) {
    const values = list.filter((one) => kindOf(one) === kind);
    if (values.length === 0) return undefined;
    constraints.push(either({ ask: 'one of', values }, { ask: 'none of', values }));
  }
  constraints.push(...references(subject), ...combinators(subject));
  if (kind === 'number') constraints.push(...ofNumbers(schema));
  if (kind === 'string') constraints.push(...ofTexts(schema));
  if (kind === 'array') constraints.push(...ofLists(subject));
  if (kind === 'object') constraints.push(...ofObjects(subject));
  return constraints;
}

function* references(subject: Subject): Generator<Constraint> {
  const { schema, source } = subject;
  for (const reference of [schema.$ref, schema.$dynamicRef]) {
    if (reference === undefined) continue;
    const target = source.resolve(reference);
    const way = (isAccepted: boolean): Demand[] =>
      target === undefined
        ? [{ ask: 'unknown', why: `the reference ${reference} does not resolve to a schema` }]
        : [literalOf(subject, target, isAccepted)];
    yield { keep: [way(true)], break: [way(false)] };
  }
}

function* combinators(subject: Subject): Generator<Constraint> {
  const { schema, source } = subject;
  const fits = (part: JsonSchema) => literalOf(subject, part, true);
  const fails = (part: JsonSchema) => literalOf(subject, part, false);
  for (const part of schema.allOf ?? []) yield { keep: [[fits(part)]], break: [[fails(part)]] };
  const anyOf: readonly JsonSchema[] | undefined = schema.anyOf;
  if (anyOf) yield { keep: anyOf.map((part) => [fits(part)]), break: [anyOf.map(fails)] };
  const oneOf: readonly JsonSchema[] | undefined = schema.oneOf;
  if (oneOf) {
    const overlaps = (a: JsonSchema, b: JsonSchema) => !areApart({ schema: a, source }, { schema: b, source });
    const pairs = oneOf.flatMap((part, index) =>
      oneOf
        .slice(index + 1)
        .filter((other) => overlaps(part, other))
        .map((other) => [fits(part), fits(other)]),
    );
    const only = (part: JsonSchema, index: number) => [
      fits(part),
      ...oneOf.filter((other, position) => position !== index && overlaps(part, other)).map(fails),
    ];
    yield { keep: oneOf.map(only), break: [oneOf.map(fails), ...pairs] };
  }
  if (schema.not !== undefined) yield { keep: [[fails(schema.not)]], break: [[fits(schema.not)]] };
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const [onMatch, otherwise] = [schema.then ?? true, schema.else ?? true];
    yield {
      keep: [
        [fits(schema.if), fits(onMatch)],
        [fails(schema.if), fits(otherwise)],
      ],
      break: [
        [fits(schema.if), fails(onMatch)],
        [fails(schema.if), fails(otherwise)],
      ],
    };
  }
}

function* ofNumbers(schema: SchemaObject): Generator<Constraint> {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = schema;
  if (minimum !== undefined) yield either({ ask: 'minimum', value: minimum }, { ask: 'below', value: minimum });
  if (maximum !== undefined) yield either({ ask: 'maximum', value: maximum }, { ask: 'above', value: maximum });
  if (above !== undefined) yield either({ ask: 'above', value: above }, { ask: 'maximum', value: above });
  if (below !== undefined) yield either({ ask: 'below', value: below }, { ask: 'minimum', value: below });
  if (multipleOf !== undefined) {
    yield either({ ask: 'multiple', value: multipleOf }, { ask: 'not multiple', value: multipleOf });
  }
  const [least, end] = rangeOfFormat(schema.format) ?? [];
  if (least === undefined || end === undefined) return;
  yield {
    keep: [[{ ask: 'integer' }, { ask: 'minimum', value: least }, { ask: 'below', value: end }]],
    break: [[{ ask: 'below', value: least }], [{ ask: 'minimum', value: end }], [{ ask: 'fraction' }]],
  };
}

function* ofTexts({ minLength, maxLength, pattern, format }: SchemaObject): Generator<Constraint> {
  if (minLength > 0) yield either({ ask: 'min length', value: minLength }, { ask: 'max length', value: minLength - 1 });
  if (maxLength !== undefined) {
    yield either({ ask: 'max length', value: maxLength }, { ask: 'min length', value: maxLength + 1 });
  }
  if (pattern !== undefined) yield either({ ask: 'pattern', value: pattern }, { ask: 'not pattern', value: pattern });
  if (format !== undefined && !isSilent(format)) {
    yield either({ ask: 'format', value: format }, { ask: 'not format', value: format });
  }
}

function* ofLists(subject: Subject): Generator<Constraint> {
  const { schema } = subject;
  const { minItems, maxItems } = schema;
  if (minItems > 0) yield either({ ask: 'min items', value: minItems }, { ask: 'max items', value: minItems - 1 });
  if (maxItems !== undefined)
    yield either({ ask: 'max items', value: maxItems }, { ask: 'min items', value: maxItems + 1 });
  if (schema.uniqueItems) yield either({ ask: 'unique' }, { ask: 'repeated' });
  const prefix: readonly JsonSchema[] = schema.prefixItems ?? [];
  for (const [index, part] of prefix.entries()) {
    yield either(
      { ask: 'element', index, literal: literalOf(subject, part, true) },
      { ask: 'some element', from: index, to: index, literal: literalOf(subject, part, false) },
    );
  }
  if (schema.items !== undefined) {
    const from = prefix.length;
    yield either(
      { ask: 'elements', from, literal: literalOf(subject, schema.items, true) },
      { ask: 'some element', from, to: Number.POSITIVE_INFINITY, literal: literalOf(subject, schema.items, false) },
    );
  }
  if (schema.contains !== undefined) {
    const literal = literalOf(subject, schema.contains, true);
    const { minContains: least = 1, maxContains: most } = schema;
    if (least > 0)
      yield either({ ask: 'at least', count: least, literal }, { ask: 'at most', count: least - 1, literal });
    if (most !== undefined) {
      yield either({ ask: 'at most', count: most, literal }, { ask: 'at least', count: most + 1, literal });
    }
  }
  if (schema.unevaluatedItems !== undefined && schema.unevaluatedItems !== true) yield unevaluatedConstraint(subject);
}

function* ofObjects(subject: Subject): Generator<Constraint> {
  const { schema } = subject;
  const { minProperties: min, maxProperties: max } = schema;
  if (min > 0) yield either({ ask: 'min fields', value: min }, { ask: 'max fields', value: min - 1 });
  if (max !== undefined) yield either({ ask: 'max fields', value: max }, { ask: 'min fields', value: max + 1 });
  for (const name of schema.required ?? []) yield either({ ask: 'has', name }, { ask: 'lacks', name });
  for (const [name, others] of Object.entries<string[]>(schema.dependentRequired ?? {})) {
    for (const other of others) {
      yield {
        keep: [[{ ask: 'lacks', name }], [{ ask: 'has', name: other }]],
        break: [
          [
            { ask: 'has', name },
            { ask: 'lacks', name: other },
          ],
        ],
      };
    }
  }
  for (const [name, part] of Object.entries<JsonSchema>(schema.dependentSchemas ?? {})) {
    yield {
      keep: [[{ ask: 'lacks', name }], [{ ask: 'has', name }, literalOf(subject, part, true)]],
      break: [[{ ask: 'has', name }, literalOf(subject, part, false)]],
    };
  }
  for (const [name, part] of Object.entries<JsonSchema>(schema.properties ?? {})) {
    yield either(
      { ask: 'field', name, literal: literalOf(subject, part, true) },
      { ask: 'present field', name, literal: literalOf(subject, part, false) },
    );
  }
  const fields = (range: FieldRange, part: JsonSchema): Constraint =>
    either(
      { ask: 'fields', ...range, literal: literalOf(subject, part, true) },
      { ask: 'some field', ...range, literal: literalOf(subject, part, false) },
    );
  const patterns: Readonly<Record<string, JsonSchema>> = schema.patternProperties ?? {};
  for (const [pattern, part] of Object.entries(patterns)) yield fields({ pattern }, part);
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== true) {
    const names = new Set(Object.keys(schema.properties ?? {}));
    yield fields({ outside: { names, patterns: Object.keys(patterns) } }, schema.additionalProperties);
  }
  if (schema.propertyNames !== undefined) {
    yield either(
      { ask: 'names', literal: literalOf(subject, schema.propertyNames, true) },
      { ask: 'some name', literal: literalOf(subject, schema.propertyNames, false) },
    );
  }
  if (schema.unevaluatedProperties !== undefined && schema.unevaluatedProperties !== true) {
    yield unevaluatedConstraint(subject);
  }
}

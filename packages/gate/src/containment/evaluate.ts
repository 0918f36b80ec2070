import { hasFormat, isSilent, rangeOfFormat } from './formats.ts';
import {
  equal,
  expressionOf,
  GaveUp,
  isMultiple,
  isObject,
  type JsonSchema,
  kindOf,
  type LocatedSchema,
  lengthOf,
  type SchemaObject,
  type SchemaSource,
  typesOf,
} from './schema.ts';

const DEEPEST = 500;

/** Fields and elements that a schema's keywords have evaluated (JSON Schema 2020-12, Core, 11). */
class Evaluated {
  readonly names = new Set<string>();
  /** Number of evaluated elements at the start of the array. */
  items = 0;
  /** Indexes of the elements that match `contains`. */
  readonly indexes = new Set<number>();

  add(other: Evaluated): void {
    for (const name of other.names) this.names.add(name);
    for (const index of other.indexes) this.indexes.add(index);
    this.items = Math.max(this.items, other.items);
  }
}

/** Supplies the result of a condition that cannot be evaluated: an unknown format, an invalid pattern, or a dangling reference. */
export type Guess = (demand: string, value: unknown) => boolean;

/**
 * Returns whether a schema accepts a value.
 * @param guess supplies the results of conditions that cannot be evaluated; default: they are met
 * @throws GaveUp when references form an endless cycle
 */
export const accepts = ({ schema, source }: LocatedSchema, value: unknown, guess: Guess = () => true): boolean =>
  evaluate(schema, value, { source, guess, depth: 0 }) !== undefined;

const MOST_GUESSES = 4;

/**
 * Runs a check with each combination of results for the conditions that cannot be evaluated.
 * @returns the result of the check, or the first of these conditions if the result depends on them
 */
export function decided(check: (guess: Guess) => boolean): boolean | string {
  const asked: string[] = [];
  let [first, result]: [string?, boolean?] = [];
  for (let answers = 0; answers === 0 || answers < 2 ** asked.length; answers++) {
    const next = check((demand, value) => {
      first ??= demand;
      const question = `${demand} ${JSON.stringify(value)}`;
      if (!asked.includes(question)) asked.push(question);
      return (answers & (1 << asked.indexOf(question))) === 0;
    });
    if (first !== undefined && (asked.length > MOST_GUESSES || (result ?? next) !== next)) return first;
    result = next;
  }
  return result ?? false;
}

interface Surroundings {
  source: SchemaSource;
  guess: Guess;
  depth: number;
}

/** Evaluates a schema for a value. @returns undefined if the schema rejects the value */
function evaluate(schema: JsonSchema, value: unknown, around: Surroundings): Evaluated | undefined {
  if (schema === true) return new Evaluated();
  if (schema === false) return undefined;
  const { source, guess, depth } = around;
  if (depth > DEEPEST) throw new GaveUp('a reference refers to itself');
  const below = { ...around, depth: depth + 1 };
  const seen = new Evaluated();
  const evaluation: Evaluation = {
    seen,
    guess,
    evaluate: (part, inner = value) => evaluate(part, inner, below),
    merge(part) {
      const result = evaluate(part, value, below);
      if (result) seen.add(result);
      return result !== undefined;
    },
  };
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference: string | undefined = schema[keyword];
    if (reference === undefined) continue;
    const target = source.resolve(reference);
    if (target === undefined ? !guess(`${keyword} ${reference}`, value) : !evaluation.merge(target)) return undefined;
  }
  const fits =
    hasType(schema, value) &&
    (schema.enum === undefined || schema.enum.some((one: unknown) => equal(one, value))) &&
    (!('const' in schema) || equal(schema.const, value)) &&
    ofKind(schema, value, evaluation) &&
    combined(schema, evaluation) &&
    unevaluated(schema, value, evaluation);
  return fits ? seen : undefined;
}

interface Evaluation {
  seen: Evaluated;
  guess: Guess;
  /** Evaluates a part of the schema. @param value default: the value that the whole schema is evaluated for */
  evaluate: (part: JsonSchema, value?: unknown) => Evaluated | undefined;
  /** Evaluates a part for the same value and merges the evaluated fields and elements. */
  merge: (part: JsonSchema) => boolean;
}

function hasType(schema: SchemaObject, value: unknown): boolean {
  const kind = kindOf(value);
  const types = typesOf(schema);
  return types === undefined || types.some((type) => (type === 'integer' ? Number.isInteger(value) : type === kind));
}

function ofKind(schema: SchemaObject, value: unknown, evaluation: Evaluation): boolean {
  if (typeof value === 'number') return isNumberOf(schema, value);
  if (typeof value === 'string') return isTextOf(schema, value, evaluation.guess);
  if (Array.isArray(value)) return isListOf(schema, value, evaluation);
  return !isObject(value) || isObjectOf(schema, value, evaluation);
}

function isNumberOf(schema: SchemaObject, value: number): boolean {
  const [least, end] = rangeOfFormat(schema.format) ?? [];
  return (
    !(value < schema.minimum) &&
    !(value > schema.maximum) &&
    !(value <= schema.exclusiveMinimum) &&
    !(value >= schema.exclusiveMaximum) &&
    (schema.multipleOf === undefined || isMultiple(value, schema.multipleOf)) &&
    (least === undefined || end === undefined || (Number.isInteger(value) && value >= least && value < end))
  );
}

function isTextOf({ minLength, maxLength, pattern, format }: SchemaObject, value: string, guess: Guess): boolean {
  const length = lengthOf(value);
  return (
    !(length < minLength) &&
    !(length > maxLength) &&
    (pattern === undefined || matches(pattern, value, guess)) &&
    (format === undefined || fitsFormat(format, value, guess))
  );
}

export const matches = (pattern: string, value: string, guess: Guess): boolean =>
  expressionOf(pattern)?.test(value) ?? guess(`pattern ${pattern}`, value);

export const fitsFormat = (format: string, value: string, guess: Guess): boolean =>
  isSilent(format) || (hasFormat(value, format) ?? guess(`format ${format}`, value));

function isListOf(schema: SchemaObject, value: unknown[], { seen, evaluate }: Evaluation): boolean {
  if (value.length < schema.minItems || value.length > schema.maxItems) return false;
  if (schema.uniqueItems && hasRepetition(value)) return false;
  const prefix: readonly JsonSchema[] = schema.prefixItems ?? [];
  const first = Math.min(prefix.length, value.length);
  if (!prefix.slice(0, first).every((part, index) => evaluate(part, value[index]))) return false;
  seen.items = Math.max(seen.items, first);
  if (schema.items !== undefined) {
    if (!value.slice(prefix.length).every((one) => evaluate(schema.items, one))) return false;
    seen.items = value.length;
  }
  if (schema.contains === undefined) return true;
  const found = [...value.keys()].filter((index) => evaluate(schema.contains, value[index]));
  for (const index of found) seen.indexes.add(index);
  return found.length >= (schema.minContains ?? 1) && !(found.length > schema.maxContains);
}

export const hasRepetition = (list: readonly unknown[]): boolean =>
  list.some((one, index) => list.slice(index + 1).some((other) => equal(one, other)));

function isObjectOf(schema: SchemaObject, value: Record<string, unknown>, evaluation: Evaluation): boolean {
  const { seen, evaluate, merge, guess } = evaluation;
  const names = Object.keys(value);
  const has = (name: string) => Object.hasOwn(value, name);
  if (names.length < schema.minProperties || names.length > schema.maxProperties) return false;
  if (schema.required?.some((name: string) => !has(name))) return false;
  for (const [name, others] of Object.entries<string[]>(schema.dependentRequired ?? {})) {
    if (has(name) && !others.every(has)) return false;
  }
  for (const [name, part] of Object.entries<JsonSchema>(schema.dependentSchemas ?? {})) {
    if (has(name) && !merge(part)) return false;
  }
  if (schema.propertyNames !== undefined && !names.every((name) => evaluate(schema.propertyNames, name))) return false;
  return names.every((name) => {
    const parts = partsFor(name, schema, guess);
    if (parts.length > 0) seen.names.add(name);
    return parts.every((part) => evaluate(part, value[name]));
  });
}

/** Returns the schemas for a field in `properties`, `patternProperties` and `additionalProperties`. */
function partsFor(name: string, schema: SchemaObject, guess: Guess): JsonSchema[] {
  const own = Object.hasOwn(schema.properties ?? {}, name) ? [schema.properties[name]] : [];
  const matching = Object.entries<JsonSchema>(schema.patternProperties ?? {})
    .filter(([pattern]) => matches(pattern, name, guess))
    .map(([, part]) => part);
  const found = [...own, ...matching];
  if (found.length > 0 || schema.additionalProperties === undefined) return found;
  return [schema.additionalProperties];
}

function combined(schema: SchemaObject, { seen, evaluate, merge }: Evaluation): boolean {
  if (schema.allOf && !schema.allOf.every(merge)) return false;
  if (schema.anyOf && schema.anyOf.filter(merge).length === 0) return false;
  if (schema.oneOf) {
    const found = schema.oneOf.flatMap((part: JsonSchema) => evaluate(part) ?? []);
    if (found.length !== 1) return false;
    seen.add(found[0]);
  }
  if (schema.not !== undefined && evaluate(schema.not)) return false;
  if (schema.if === undefined) return true;
  const branch = merge(schema.if) ? schema.then : schema.else;
  return branch === undefined || merge(branch);
}

function unevaluated(schema: SchemaObject, value: unknown, { seen, evaluate }: Evaluation): boolean {
  if (isObject(value) && schema.unevaluatedProperties !== undefined) {
    const left = Object.keys(value).filter((name) => !seen.names.has(name));
    if (!left.every((name) => evaluate(schema.unevaluatedProperties, value[name]))) return false;
    for (const name of left) seen.names.add(name);
  }
  if (Array.isArray(value) && schema.unevaluatedItems !== undefined) {
    const isLeft = (index: number) => index >= seen.items && !seen.indexes.has(index);
    if (!value.every((one, index) => !isLeft(index) || evaluate(schema.unevaluatedItems, one))) return false;
    seen.items = value.length;
  }
  return true;
}

import { child, type Document, isRecord, items, members } from '@vehicle-lookup/openapi';
import type { SchemaReader } from '../containment/dialect.ts';
import type { SchemaObject } from '../containment/schema.ts';
import { nodeAt } from './readers.ts';

/** A keyword value and its location. */
export interface KeywordStatement {
  value: unknown;
  pointer: string;
  /** Path of keywords to the object that contains the keyword. */
  way: string;
}

/** A keyword of a schema with the combined value of all its statements. */
export interface Keyword extends KeywordStatement {
  statements: readonly KeywordStatement[];
}

/** A schema and its location. */
export interface Part {
  node: unknown;
  pointer: string;
}

/** A schema, merged with its references, its `allOf` and choices with a single variant. */
export interface Flat {
  /** The merged objects by their paths of keywords, such as `allOf 0 $ref`. */
  nodes: Map<string, { node: Record<string, unknown>; pointer: string }>;
  keywords: Map<string, Keyword>;
  /** The schemas of each field. A field may be described more than once. */
  fields: Map<string, Part[]>;
  /** Pointers to the variants of the first choice; empty if there is no choice. */
  forms: string[];
  /** The keyword of the choice. */
  choice?: 'anyOf' | 'oneOf';
}

const DEEPEST = 10;

/**
 * Merges a schema with its references, its `allOf` and choices with a single variant.
 * @param reader reads the schemas of the document as written
 * @param isChoiceApart whether choices are left out
 */
export function flatten(document: Document, pointer: string, reader: SchemaReader, isChoiceApart = false): Flat {
  const flat: Flat = { nodes: new Map(), keywords: new Map(), fields: new Map(), forms: [] };
  collect(pointer, '', 0);
  return flat;

  function collect(place: string, way: string, depth: number): void {
    const node = nodeAt(document, place);
    if (depth > DEEPEST || [...flat.nodes.values()].some((one) => one.pointer === place)) return;
    const schema = reader.read(node);
    if (typeof schema === 'boolean' || !isRecord(node)) {
      if (schema === false) add('not', true, child(place, 'not'), way);
      return;
    }
    flat.nodes.set(way, { node, pointer: place });
    if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#')) {
      collect(schema.$ref.slice(1), `${way}$ref `, depth + 1);
    }
    for (const index of items(schema.allOf).keys()) {
      collect(child(child(place, 'allOf'), index), `${way}allOf ${index} `, depth + 1);
    }
    for (const choice of isChoiceApart ? [] : (['anyOf', 'oneOf'] as const)) {
      const forms = [...items(schema[choice]).keys()].map((index) => child(child(place, choice), index));
      if (forms.length === 1) collect(forms[0] ?? '', `${way}${choice} `, depth + 1);
      else if (forms.length > 1 && flat.choice === undefined) Object.assign(flat, { forms, choice });
      else if (forms.length > 1) add(choice, schema[choice], child(place, choice), way);
    }
    const fields = child(place, 'properties');
    for (const [name, part] of members(node.properties)) {
      flat.fields.set(name, [...(flat.fields.get(name) ?? []), { node: part, pointer: child(fields, name) }]);
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (!SEPARATE.has(keyword) && !isSilent(keyword, value)) add(keyword, value, child(place, keyword), way);
    }
  }

  function add(keyword: string, value: unknown, place: string, way: string): void {
    // A `const` is an `enum` with one value.
    const [name, own] = keyword === 'const' ? ['enum', [value]] : [keyword, value];
    const statement = { value: name === 'type' ? [own].flat() : own, pointer: place, way };
    const known = flat.keywords.get(name);
    flat.keywords.set(name, {
      ...(known ?? statement),
      value: known ? joined(name, known.value, statement.value) : statement.value,
      statements: [...(known?.statements ?? []), statement],
    });
  }
}

const SEPARATE = new Set(['$ref', 'allOf', 'anyOf', 'oneOf', 'properties']);

/** Returns whether a keyword with this value has no effect. */
const isSilent = (keyword: string, value: unknown): boolean =>
  value === false
    ? keyword === 'uniqueItems'
    : (value === 0 && ['minLength', 'minItems', 'minProperties'].includes(keyword)) ||
      (Array.isArray(value) && value.length === 0 && keyword === 'required');

/** Combines the values of a keyword that is stated twice, because both statements must hold. */
function joined(keyword: string, a: unknown, b: unknown): unknown {
  if (JSON.stringify(a) === JSON.stringify(b)) return a;
  if (typeof a === 'number' && typeof b === 'number' && /min/i.test(keyword)) return Math.max(a, b);
  if (typeof a === 'number' && typeof b === 'number' && /max/i.test(keyword)) return Math.min(a, b);
  if (!Array.isArray(a) || !Array.isArray(b)) return [a, b];
  if (keyword === 'required') return [...new Set([...a, ...b])];
  const has = (list: readonly unknown[], one: unknown) =>
    list.some((other) => JSON.stringify(other) === JSON.stringify(one) || (one === 'integer' && other === 'number'));
  if (keyword !== 'enum' && keyword !== 'type') return [a, b];
  const kept = a.filter((one) => has(b, one));
  return [...kept, ...b.filter((one) => has(a, one) && !has(kept, one))];
}

/** Groups of keywords that are compared together. */
const GROUPS: Readonly<Record<string, string>> = {
  minimum: 'range',
  maximum: 'range',
  exclusiveMinimum: 'range',
  exclusiveMaximum: 'range',
  pattern: 'text',
  minLength: 'text',
  maxLength: 'text',
  const: 'enum',
  minItems: 'count of items',
  maxItems: 'count of items',
  minProperties: 'count of fields',
  maxProperties: 'count of fields',
  anyOf: 'forms',
  oneOf: 'forms',
  if: 'condition',
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  then: 'condition',
  else: 'condition',
  contains: 'contains',
  minContains: 'contains',
  maxContains: 'contains',
};

export const groupOf = (keyword: string): string => GROUPS[keyword] ?? keyword;

/** Conditions that are removed from a schema: groups of keywords, and fields. */
export interface Relaxation {
  groups: ReadonlySet<string>;
  fields: ReadonlySet<string>;
}

/** Returns a schema without some of its conditions. @param resolve resolves a reference */
export function relaxed(
  schema: SchemaObject | boolean,
  resolve: (reference: string) => SchemaObject | boolean | undefined,
  relaxation: Relaxation,
  depth = 0,
): SchemaObject | boolean {
  if (typeof schema === 'boolean' || depth > DEEPEST) return schema;
  const inner = (part: SchemaObject | boolean) => relaxed(part, resolve, relaxation, depth + 1);
  const copy: Record<string, SchemaObject[string]> = {};
  const all: (SchemaObject | boolean)[] = (schema.allOf ?? []).map(inner);
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  if (target !== undefined) all.push(inner(target));
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'allOf' || (keyword === '$ref' && target !== undefined)) continue;
    if (groupOf(keyword) === 'forms' && value.length === 1 && !relaxation.groups.has('single form')) {
      copy[keyword] = value.map(inner);
    } else if (![keyword, groupOf(keyword)].some((one) => relaxation.groups.has(one))) copy[keyword] = value;
  }
  if (all.length > 0) copy.allOf = all;
  if (FIELD_KEYWORDS.some((keyword) => copy[keyword] !== undefined)) {
    copy.properties = { ...copy.properties, ...Object.fromEntries([...relaxation.fields].map((name) => [name, true])) };
  }
  return copy;
}

const FIELD_KEYWORDS = ['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** Returns the statements at which two keywords differ: the first statement that is missing or different on the other side. */
export function differing(
  old: Keyword | undefined,
  fresh: Keyword | undefined,
): readonly [KeywordStatement | undefined, KeywordStatement | undefined] {
  const other = (keyword: Keyword | undefined, { way }: KeywordStatement) =>
    keyword?.statements.find((one) => one.way === way);
  const isSame = (one: KeywordStatement, keyword: Keyword | undefined) =>
    JSON.stringify(one.value) === JSON.stringify(other(keyword, one)?.value);
  const before = old?.statements.find((one) => !isSame(one, fresh));
  const after = fresh?.statements.find((one) => !isSame(one, old));
  if (before && (!after || other(fresh, before))) return [before, other(fresh, before)];
  if (after && (!before || other(old, after))) return [other(old, after), after];
  return [before ?? old, after ?? fresh];
}

/** Returns the pointer to the object on the other side that corresponds to the object with the keyword. */
export const counterpart = ({ nodes }: Flat, { way }: KeywordStatement, otherwise: string): string =>
  nodes.get(way)?.pointer ?? otherwise;

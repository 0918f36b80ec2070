import {
  equal,
  follow,
  isObject,
  type JsonSchema,
  kindOf,
  type LocatedSchema,
  type SchemaObject,
  typesOf,
} from './schema.ts';

/** Facts about a schema that are known without a search. */
export interface Glance {
  /** Types that the schema allows; undefined if all types are possible. */
  types?: readonly string[];
  /** Values that the schema allows; undefined if they are not listed. */
  values?: readonly unknown[];
  /** Values of the required fields that have a constant or an enumeration. */
  tags: Map<string, readonly unknown[]>;
  /** Fields that an object must contain (`required`) and fields that it cannot contain (`absent`). */
  required: Set<string>;
  absent: Set<string>;
}

const known = new WeakMap<SchemaObject, Glance>();

/** Returns whether no value can match both schemas, because their types or the constants of a required field differ. */
export function areApart(one: LocatedSchema, other: LocatedSchema): boolean {
  const [a, b] = [glance(one), glance(other)];
  if (a.types && b.types && !a.types.some((type) => b.types?.some((own) => isSameType(type, own)))) return true;
  if (a.values && b.values && !a.values.some((value) => b.values?.some((own) => equal(value, own)))) return true;
  if (a.types?.join() !== 'object' || b.types?.join() !== 'object') return false;
  if ([...a.required].some((name) => b.absent.has(name)) || [...b.required].some((name) => a.absent.has(name)))
    return true;
  return [...a.tags].some(([name, values]) => {
    const others = b.tags.get(name);
    return others !== undefined && !values.some((value) => others.some((own) => equal(value, own)));
  });
}

const isSameType = (a: string, b: string): boolean =>
  a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');

export function glance(located: LocatedSchema): Glance {
  const schema = follow(located);
  if (!isObject(schema)) return NOTHING;
  const seen = known.get(schema);
  if (seen) return seen;
  const result: Glance = { tags: new Map(), required: new Set(), absent: new Set() };
  // If the schema refers back to itself, the facts known so far are used.
  known.set(schema, result);
  look(schema, located.source, result);
  return result;
}

function look(schema: SchemaObject, source: LocatedSchema['source'], into: Glance): void {
  const of = (part: JsonSchema) => glance({ schema: part, source });
  const types = typesOf(schema);
  const values: readonly unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  const kinds = types ?? (values && [...new Set(values.map(kindOf))]);
  if (kinds) into.types = kinds;
  if (values) into.values = values;
  else if (types?.every((type) => type in LISTED)) into.values = types.flatMap((type) => LISTED[type] ?? []);
  for (const [name, part] of Object.entries(schema.properties ?? {})) if (part === false) into.absent.add(name);
  for (const name of schema.required ?? []) {
    into.required.add(name);
    const tag = Object.hasOwn(schema.properties ?? {}, name) ? of(schema.properties[name]).values : undefined;
    if (tag) into.tags.set(name, tag);
  }
  const target = schema.$ref === undefined ? undefined : source.resolve(schema.$ref);
  for (const part of [...(target === undefined ? [] : [target]), ...(schema.allOf ?? [])]) {
    const inner = of(part);
    if (inner.types) into.types ??= inner.types;
    if (inner.values) into.values ??= inner.values;
    for (const name of inner.required) into.required.add(name);
    for (const name of inner.absent) into.absent.add(name);
    for (const [name, tag] of inner.tags) if (!into.tags.has(name)) into.tags.set(name, tag);
  }
  for (const parts of [schema.anyOf, schema.oneOf] as (JsonSchema[] | undefined)[]) {
    if (parts === undefined) continue;
    const forms = parts.map(of);
    if (forms.every(({ types }) => types)) into.types ??= [...new Set(forms.flatMap(({ types = [] }) => types))];
    if (forms.every(({ values }) => values)) into.values ??= forms.flatMap(({ values = [] }) => values);
  }
}

const NOTHING: Glance = { tags: new Map(), required: new Set(), absent: new Set() };

const LISTED: Readonly<Record<string, readonly unknown[]>> = { null: [null], boolean: [true, false] };

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

const DEEPEST = 4;

/** What is visible of a schema without a search. */
interface Glance {
  types?: readonly string[];
  values?: readonly unknown[];
  /** The values of required fields that have a constant or an enumeration. */
  tags: Map<string, readonly unknown[]>;
}

const known = new WeakMap<SchemaObject, Glance>();

/** Whether no value can be of two schemas: their types differ, or the constants of a required field. */
export function areApart(one: LocatedSchema, other: LocatedSchema): boolean {
  const [a, b] = [glance(one), glance(other)];
  if (a.types && b.types && !a.types.some((type) => b.types?.some((own) => isSameType(type, own)))) return true;
  if (a.values && b.values && !a.values.some((value) => b.values?.some((own) => equal(value, own)))) return true;
  if (a.types?.join() !== 'object' || b.types?.join() !== 'object') return false;
  return [...a.tags].some(([name, values]) => {
    const others = b.tags.get(name);
    return others !== undefined && !values.some((value) => others.some((own) => equal(value, own)));
  });
}

const isSameType = (a: string, b: string): boolean =>
  a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer');

function glance(located: LocatedSchema, depth = 0): Glance {
  const { schema: start, source } = located;
  const schema = follow(located);
  if (typeof schema === 'boolean' || depth > DEEPEST) return { tags: new Map() };
  const seen = depth === 0 && isObject(start) ? known.get(start) : undefined;
  if (seen) return seen;
  const types = typesOf(schema);
  const values: unknown[] | undefined = 'const' in schema ? [schema.const] : schema.enum;
  const result: Glance = { ...(types ? { types } : {}), ...(values ? { values } : {}), tags: new Map() };
  if (values) result.types ??= [...new Set(values.map(kindOf))];
  for (const name of schema.required ?? []) {
    const part = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties[name] : undefined;
    const tag = part === undefined ? undefined : glance({ schema: part, source }, depth + 1).values;
    if (tag) result.tags.set(name, tag);
  }
  const target: JsonSchema | undefined = schema.$ref === undefined ? undefined : source.resolve(schema.$ref);
  for (const part of [...(schema.allOf ?? []), ...(target === undefined ? [] : [target])]) {
    const inner = glance({ schema: part, source }, depth + 1);
    if (inner.types) result.types ??= inner.types;
    if (inner.values) result.values ??= inner.values;
    for (const [name, tag] of inner.tags) if (!result.tags.has(name)) result.tags.set(name, tag);
  }
  if (depth === 0 && isObject(start)) known.set(start, result);
  return result;
}

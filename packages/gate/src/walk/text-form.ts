import { accepts } from '../containment/evaluate.ts';
import { glance } from '../containment/glance.ts';
import type { JsonSchema, LocatedSchema, SchemaObject } from '../containment/schema.ts';
import { typesOf } from '../containment/schema.ts';

const DEEPEST = 6;
const SCALARS = ['string', 'number', 'integer', 'boolean'];

/**
 * Returns the schemas of the strings that are sent for two scalars of different types in a parameter or header. The integer 5 and the
 * string `5` are sent in the same way (OpenAPI 3.1, 4.8.12.2).
 * @returns undefined if the types are the same, or one of them is not a scalar
 */
export function textForms(inner: LocatedSchema, outer: LocatedSchema): [LocatedSchema, LocatedSchema] | undefined {
  const [a, b] = [glance(inner).types, glance(outer).types];
  if (a === undefined || b === undefined || [...a].sort().join() === [...b].sort().join()) return undefined;
  if (![...a, ...b].every((type) => SCALARS.includes(type)) || hasBounds(outer, 0)) return undefined;
  return [inner, outer].map(({ schema, source }) => ({ schema: asText(schema, source, 0), source })) as [
    LocatedSchema,
    LocatedSchema,
  ];
}

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'format', 'not'];

/** Returns whether a schema has numeric constraints that a string pattern cannot express. A minimum of 0 only excludes the sign. */
function hasBounds({ schema, source }: LocatedSchema, depth: number): boolean {
  if (typeof schema === 'boolean' || depth > DEEPEST) return false;
  const { minimum, $ref } = schema;
  if (BOUNDS.some((keyword) => schema[keyword] !== undefined && !(keyword === 'minimum' && minimum === 0))) return true;
  const parts = [
    $ref === undefined ? undefined : source.resolve($ref),
    ...COMBINED.flatMap((one) => schema[one] ?? []),
  ];
  return parts.some((part) => part !== undefined && hasBounds({ schema: part, source }, depth + 1));
}
const COMBINED = ['allOf', 'anyOf', 'oneOf'];

const INTEGER = '^-?(0|[1-9][0-9]*)$';
const WRITTEN: Readonly<Record<string, SchemaObject>> = {
  integer: { type: 'string', pattern: INTEGER },
  number: { type: 'string', pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$' },
  boolean: { enum: ['true', 'false'] },
};

function asText(schema: JsonSchema, source: LocatedSchema['source'], depth: number): JsonSchema {
  if (typeof schema === 'boolean' || depth > DEEPEST) return schema;
  const inner = (part: JsonSchema) => asText(part, source, depth + 1);
  const target = schema.$ref === undefined ? undefined : source.resolve(schema.$ref);
  const { $ref, type, enum: values, ...rest } = schema;
  const listed: readonly unknown[] | undefined = 'const' in schema ? [schema.const] : values;
  // The other keywords determine which of the values are valid.
  if (listed) return { enum: listed.filter((value) => accepts({ schema, source }, value)).map(String) };
  const copy: Record<string, unknown> = { ...rest };
  for (const keyword of COMBINED) if (schema[keyword]) copy[keyword] = schema[keyword].map(inner);
  const [only, ...others] = typesOf(schema) ?? [];
  const written = only === undefined ? undefined : WRITTEN[only];
  if (written !== undefined && others.length === 0) {
    const isNatural = only === 'integer' && schema.minimum >= 0;
    Object.assign(copy, isNatural ? { ...written, pattern: INTEGER.replace('-?', '') } : written);
  } else if (only !== undefined) {
    const forms = [only, ...others].map((one) => WRITTEN[one] ?? { type: one });
    copy.allOf = [...((copy.allOf as JsonSchema[] | undefined) ?? []), { anyOf: forms }];
  }
  if (target !== undefined) copy.allOf = [...((copy.allOf as JsonSchema[] | undefined) ?? []), inner(target)];
  return copy;
}

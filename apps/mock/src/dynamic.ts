import { isRecord, type Json, type Schema } from '@vehicle-lookup/openapi';

/*
 * Implements `Prefer: dynamic=true`. Prism generates a body from a schema. The document's schemas produce values such as 86113963
 * kW, so Prism receives a schema derived from an example instead.
 */

/** The smallest integer that is varied. Smaller integers are counts, such as the number of cylinders. */
const LEAST_VARIED = 20;

/** Returns a schema for bodies that resemble an example, with different numbers, and with some list items in a different order. */
export function schemaLike(example: Json): Schema {
  if (Array.isArray(example) && example.length > 0) {
    const list = { type: 'array', uniqueItems: true, items: { oneOf: example.map(schemaLike) } };
    // Prism always generates the longest list that a schema allows.
    return { oneOf: example.map((_, index) => ({ ...list, minItems: 1, maxItems: index + 1 })) };
  }
  if (isRecord(example)) {
    const properties = Object.entries(example).map(([name, value]) => [name, schemaLike(value as Json)]);
    return {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(example),
      properties: Object.fromEntries(properties),
    };
  }
  if (typeof example === 'number' && Number.isInteger(example) && example >= LEAST_VARIED)
    return { type: 'integer', minimum: Math.ceil(example * 0.6), maximum: Math.floor(example * 1.5) };
  // A decimal number in a string, such as 4,3.
  if (typeof example === 'string' && /^\d+[.,]\d+$/.test(example))
    return { type: 'string', pattern: `^${example.replace(/\d/g, '\\d').replace('.', '[.]')}$` };
  return { const: example };
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

/** Returns a generated body with the current time. A field with the same name as a parameter has the parameter's value. */
export const fitting = (body: unknown, parameters: Readonly<Record<string, string>>): unknown =>
  JSON.parse(JSON.stringify(body ?? null), (name, value) => {
    if (typeof value === 'object') return value;
    if (Object.hasOwn(parameters, name)) return typeof value === 'number' ? Number(parameters[name]) : parameters[name];
    return TIME.test(value) ? `${new Date().toISOString().slice(0, 19)}+00:00` : value;
  });

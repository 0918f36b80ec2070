import { isDeepStrictEqual } from 'node:util';
import { isRecord, isReference } from '@vehicle-lookup/openapi';

export type SchemaNode = Record<string, unknown>;

/** Keywords that allow and forbid nothing. */
const ANNOTATIONS = [
  'title',
  'description',
  'summary',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  '$comment',
  'xml',
  'discriminator',
  'contentMediaType',
  'contentEncoding',
];

/** Whether a keyword allows and forbids nothing. */
export const isAnnotation = (key: string): boolean => ANNOTATIONS.includes(key) || key.startsWith('x-');

/** Keywords of one schema that are read together: only one part may have any of a group. */
const TOGETHER = [
  ['additionalProperties', 'properties', 'patternProperties'],
  ['items', 'prefixItems'],
  ['contains', 'minContains', 'maxContains'],
  ['if', 'then', 'else'],
];

/** Keywords that mean something else, or nothing, in another schema. */
const BOUND = ['$id', '$anchor', '$dynamicRef', '$dynamicAnchor', 'nullable'];
/** They look at the schemas of their `allOf`, so that these can be written beside them, but not out of one. */
const LOOKING = ['unevaluatedProperties', 'unevaluatedItems'];

type Join = (a: unknown, b: unknown) => unknown;

const least: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.min(a, b) : undefined);
const most: Join = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.max(a, b) : undefined);
const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The types that are of both. */
const types: Join = (a, b) => {
  const covers = (list: unknown[], one: unknown) =>
    list.includes(one) || (one === 'integer' && list.includes('number'));
  const [left, right] = [listed(a), listed(b)];
  const both = [...left.filter((one) => covers(right, one)), ...right.filter((one) => covers(left, one))];
  return both.length === 0
    ? undefined
    : [...new Set(both)].filter((one, _, all) => one !== 'number' || !all.includes('integer'));
};

/** How two values of a keyword become one that says both. Other keywords can only be equal. */
const JOINS: Readonly<Record<string, Join>> = {
  description: (a, b) => `${a}\n\n${b}`,
  required: (a, b) => [...new Set([...listed(a), ...listed(b)])],
  type: types,
  enum: (a, b) => listed(a).filter((one) => listed(b).some((other) => isDeepStrictEqual(one, other))),
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
};

/**
 * One schema that says what several say together, the first of which has the others as its `allOf`; of annotations the first.
 * @param mark notes where an object that is made belongs, by its keyword
 * @returns undefined where one object cannot say it
 */
export function joined(parts: readonly SchemaNode[], mark: <T>(node: T, key: string) => T): SchemaNode | undefined {
  const said = parts.filter((part) => !Object.keys(part).every(isAnnotation));
  const groups = TOGETHER.filter(
    ([first = '']) => first !== 'additionalProperties' || said.some((part) => first in part),
  );
  const clash = (keys: readonly string[]) => said.filter((part) => keys.some((key) => key in part)).length > 1;
  const isBound = (part: SchemaNode) => (part === parts[0] ? BOUND : [...BOUND, ...LOOKING]).some((key) => key in part);
  if (said.length > 1 && (groups.some(clash) || said.some(isBound))) return undefined;
  const whole: SchemaNode = {};
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      const both = key in whole ? joinedValue(key, whole[key], value, mark) : value;
      if (both === undefined) return undefined;
      whole[key] = both;
    }
  }
  return whole;
}

function joinedValue(key: string, a: unknown, b: unknown, mark: <T>(node: T, key: string) => T): unknown {
  if (isDeepStrictEqual(a, b)) return a;
  if (key === 'properties' && isRecord(a) && isRecord(b)) {
    const all: SchemaNode = { ...a };
    for (const [name, schema] of Object.entries(b)) {
      const other = all[name];
      const isPlain = isRecord(other) && isRecord(schema) && !isReference(other) && !isReference(schema);
      const both =
        other === undefined || isDeepStrictEqual(other, schema) ? schema : isPlain && joined([other, schema], mark);
      if (!both) return undefined;
      all[name] = both;
    }
    return mark(all, key);
  }
  const join = JOINS[key];
  if (join) return join(a, b);
  return isAnnotation(key) ? a : undefined;
}

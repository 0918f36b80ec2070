import type { Rule } from '../../comparison/rule.ts';
import { schemasOf } from '../../comparison/schemas.ts';
import { valueChange, valueRating } from '../../comparison/values.ts';

/** The keywords of each pair of ends. */
const RANGES: readonly { least: string; most: string }[] = [
  { least: 'minimum', most: 'maximum' },
  { least: 'minLength', most: 'maxLength' },
  { least: 'minItems', most: 'maxItems' },
  { least: 'minProperties', most: 'maxProperties' },
];
const EXCLUSIVE: Readonly<Record<string, string>> = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' };

export const rule: Rule = {
  title: 'A number, length or count has another range',
  text:
    'Both ends are compared together. In a request a wider range is minor and a narrower one major; in a reply the other ' +
    'way round. The same range, written differently, is patch.',
  rate: (change, comparison) => {
    const keyword = EXCLUSIVE[change.property ?? ''] ?? change.property ?? '';
    const range = RANGES.find(({ least, most }) => keyword === least || keyword === most);
    const [before, after] = schemasOf(change, comparison);
    if (!range || change.typeName !== 'Schema' || !before || !after) return undefined;
    const [old, fresh] = [rangeOf(before, range), rangeOf(after, range)];
    const relation = valueChange(isWithin(old, fresh), isWithin(fresh, old));
    const ends = ({ least, most }: Range) =>
      `${least} to ${most}`.replaceAll('-Infinity', 'any').replaceAll('Infinity', 'any');
    return valueRating(relation, change, `\`${change.property}\` (${ends(old)} → ${ends(fresh)})`);
  },
};

/** Ends that are not allowed themselves are moved by a half: between whole numbers nothing else lies there. */
interface Range {
  least: number;
  most: number;
}

function rangeOf(schema: Record<string, unknown>, { least, most }: (typeof RANGES)[number]): Range {
  const isNumber = least === 'minimum';
  const step = schema.type === 'integer' ? 1 : Number.EPSILON;
  const below = isNumber
    ? ends(schema.exclusiveMinimum, schema.exclusiveMinimum === true ? schema.minimum : undefined, step)
    : [];
  const above = isNumber
    ? ends(schema.exclusiveMaximum, schema.exclusiveMaximum === true ? schema.maximum : undefined, -step)
    : [];
  const lowest = isNumber ? Number.NEGATIVE_INFINITY : 0;
  return {
    least: Math.max(lowest, numberOf(schema[least]) ?? lowest, ...below),
    most: Math.min(Number.POSITIVE_INFINITY, numberOf(schema[most]) ?? Number.POSITIVE_INFINITY, ...above),
  };
}

/** An exclusive end: a number, or in OpenAPI 3.0 `true` beside the inclusive one. */
const ends = (exclusive: unknown, inclusive: unknown, step: number): number[] =>
  [numberOf(exclusive) ?? numberOf(inclusive)].flatMap((end) => (end === undefined ? [] : [end + step]));

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const isWithin = (inner: Range, outer: Range): boolean => inner.least >= outer.least && inner.most <= outer.most;

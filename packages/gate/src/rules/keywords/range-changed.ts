import type { Rule } from '../../comparison/rule.ts';
import { valueChange, valueRating } from '../../comparison/values.ts';

/** The keywords of each pair of ends. */
const RANGES: readonly { least: string; most: string }[] = [
  { least: 'minimum', most: 'maximum' },
  { least: 'minLength', most: 'maxLength' },
  { least: 'minItems', most: 'maxItems' },
  { least: 'minProperties', most: 'maxProperties' },
];
const EXCLUSIVE: Readonly<Record<string, string>> = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' };

export const rule: Rule = {
  title: 'A number, length or count has another range',
  text:
    'Both ends are compared together. In a request a wider range is minor and a narrower one major; in a response the other ' +
    'way round. The same range, written differently, is patch.',
  rate: (change) => {
    const range = RANGES.find(({ least, most }) =>
      [least, most, EXCLUSIVE[least], EXCLUSIVE[most]].includes(change.property ?? ''),
    );
    const [before, after] = change.schemas;
    if (!range || change.typeName !== 'Schema' || !before || !after) return undefined;
    const [old, fresh] = [rangeOf(before, range), rangeOf(after, range)];
    const relation = valueChange(isWithin(old, fresh), isWithin(fresh, old));
    return valueRating(relation, change, `\`${change.property}\` (${rangeText(old)} → ${rangeText(fresh)})`);
  },
};

/** An end of a range. */
interface End {
  value: number;
  /** Whether the value itself is outside of the range. */
  isOpen: boolean;
}

interface Range {
  least: End;
  most: End;
}

/** The lower end has the direction 1, the upper one -1. */
type Direction = 1 | -1;

function rangeOf(schema: Record<string, unknown>, { least, most }: (typeof RANGES)[number]): Range {
  const lowest = least === 'minimum' ? Number.NEGATIVE_INFINITY : 0;
  return { least: innerEnd(schema, least, 1, lowest), most: innerEnd(schema, most, -1, Number.POSITIVE_INFINITY) };
}

/** The end that a keyword and its exclusive form give together: the one that leaves fewer values. */
function innerEnd(schema: Record<string, unknown>, keyword: string, direction: Direction, outermost: number): End {
  const exclusive = schema[EXCLUSIVE[keyword] ?? ''];
  // In OpenAPI 3.0 the exclusive keyword is `true` beside the other one.
  const stated = [
    { value: schema[keyword], isOpen: exclusive === true },
    { value: exclusive, isOpen: true },
  ].filter((end): end is End => typeof end.value === 'number');
  const ends = schema.type === 'integer' ? stated.map((end) => wholeEnd(end, direction)) : stated;
  return ends.reduce((inner, end) => (isInside(end, inner, direction) ? end : inner), {
    value: outermost,
    isOpen: false,
  });
}

/** The first whole number of a range, or its last one. */
const wholeEnd = ({ value, isOpen }: End, direction: Direction): End => ({
  value: direction * (isOpen ? Math.floor(direction * value) + 1 : Math.ceil(direction * value)),
  isOpen: false,
});

/** Whether an end allows no value beyond another one. */
const isInside = (inner: End, outer: End, direction: Direction): boolean =>
  inner.value === outer.value ? inner.isOpen || !outer.isOpen : direction * (inner.value - outer.value) > 0;

const isWithin = (inner: Range, outer: Range): boolean =>
  isInside(inner.least, outer.least, 1) && isInside(inner.most, outer.most, -1);

function rangeText({ least, most }: Range): string {
  const text = ({ value, isOpen }: End) =>
    Number.isFinite(value) ? `${value}${isOpen ? ' (not included)' : ''}` : 'any';
  return `${text(least)} to ${text(most)}`;
}

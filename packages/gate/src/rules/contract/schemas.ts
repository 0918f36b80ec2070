import { isRecord, member, members } from '@vehicle-lookup/openapi';
import {
  ANNOUNCE,
  type BreakingRule,
  breaking,
  harmfulDirections,
  isHarmfulIn,
  KEEP,
  listChange,
  valueRating,
  went,
} from '../../comparison/rating.ts';
import type { Direction } from '../../comparison/reach.ts';
import type { Rule } from '../../comparison/rule.ts';
import type { ContractDifference } from '../../walk/difference.ts';

const isKeyword = ({ node, property = '' }: ContractDifference, ...keywords: string[]): boolean =>
  node === 'schema' && keywords.includes(property);

/** Creates a rule for the lost or the gained elements of a list. A difference that both loses and gains elements causes two findings. */
const listRule = (
  keyword: 'required' | 'enum',
  direction: Direction,
  part: 'lost' | 'gained',
  { title, why, next }: Pick<BreakingRule, 'title' | 'why' | 'next'>,
): Rule => ({
  ...breaking({
    title,
    why,
    next,
    audience: [direction === 'request' ? 'sender' : 'reader', 'generated code'],
    is: (one) => isKeyword(one, keyword) && isHarmfulIn(one, direction),
    what: (one) => `\`${keyword}\` of the ${one.name} was changed${listChange(one, part)}.`,
  }),
  isPartial: true,
});

export const requiredPropertiesAdded: Rule = listRule('required', 'request', 'gained', {
  title: 'A request must contain a field that was optional',
  why: 'A request without the field was valid before and is now rejected.',
  next: 'Make the field optional.',
});

export const requiredPropertiesRemoved: Rule = listRule('required', 'response', 'lost', {
  title: 'A response may omit a field that was always present',
  why: 'A program that relies on the field fails if it is missing.',
  next: KEEP,
});

export const enumValuesRemoved: Rule = listRule('enum', 'request', 'lost', {
  title: 'A value is no longer valid in a request',
  why: 'A request that contains the value is rejected.',
  next: ANNOUNCE,
});

export const enumValuesAdded: Rule = listRule('enum', 'response', 'gained', {
  title: 'A response may contain a new value',
  why: 'A program that handles only the listed values cannot handle a new value.',
  next: KEEP,
});

export const schemaTypeChanged: Rule = breaking({
  title: 'A value has a different type',
  why: 'Programs send or read the old type.',
  next: KEEP,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => isKeyword(one, 'type') && harmfulDirections(one).length > 0,
  what: (one) => `\`type\` of the ${one.name} was changed${listChange(one)}.`,
});

/** Returns the directions that a removal affects: always responses, and requests only if the field is rejected. */
const directionsOfRemoval = (one: ContractDifference): Direction[] => [
  ...(isHarmfulIn(one, 'request') ? (['request'] as const) : []),
  ...(one.values?.response === undefined ? [] : (['response'] as const)),
];

export const propertyRemoved: Rule = breaking({
  title: 'A field was removed or renamed',
  why: 'A program that reads the field does not find it; a request that contains it may be rejected.',
  text: 'If requests that contain the field are still accepted, the removal is minor.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => went(one, 'schema') && one.property === undefined && directionsOfRemoval(one).length > 0,
  directions: directionsOfRemoval,
  what: ({ name }) => `The ${name} was removed.`,
});

export const schemaCombinatorChanged: Rule = breaking({
  title: 'A value may have new variants',
  why: 'A program that handles only the old variants cannot send or read the new variants.',
  next: KEEP,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => (one.node === 'form' || isKeyword(one, 'anyOf', 'oneOf')) && harmfulDirections(one).length > 0,
  what: ({ name, kind }) => `The ${name} was ${kind}.`,
});

export const patternChanged: Rule = {
  title: 'A string has a different pattern',
  text:
    'The pattern and length limits are compared as the set of strings that they allow. In a request, more strings are minor and fewer are ' +
    'major; in a response, the reverse applies. The same set in a different notation is patch. If the sets cannot be compared ' +
    'because of a lookaround or a back reference, the change is major.',
  rate: (one) => {
    if (!isKeyword(one, 'pattern', 'minLength', 'maxLength') || one.facts?.hasPattern !== true) return undefined;
    return valueRating(one, `\`${one.property}\`${values(one)}`);
  },
};

const RANGES =
  /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|minLength|maxLength|minItems|maxItems|minProperties|maxProperties)$/;

export const rangeChanged: Rule = {
  title: 'A number, length or count has a different range',
  text:
    'Both bounds are compared together. In a request, a wider range is minor and a narrower range is major; in a response, the ' +
    'reverse applies. The same range in a different notation is patch.',
  rate: (one) =>
    one.node === 'schema' && RANGES.test(one.property ?? '')
      ? valueRating(one, `\`${one.property}\`${values(one)}`)
      : undefined,
};

const values = ({ before, after }: ContractDifference): string =>
  ` (${[before, after].map((one) => (one === undefined ? 'none' : `\`${one}\``)).join(' → ')})`;

/** Keywords that other rules rate, regardless of lost values. */
const PLAIN = ['type', 'enum', 'required', 'anyOf', 'oneOf'];
const ENCODED = ['contentEncoding', 'contentMediaType'];

export const constraintChanged: Rule = {
  title: 'A value has different constraints',
  text:
    'The values that the two schemas accept are compared. In a request, more values are minor and fewer are major; in a response, the ' +
    'reverse applies. If the comparison cannot be decided, the change is major. A different content encoding is also major, because no validator checks it.',
  rate: (one) => {
    const { node, property, kind, values: changes, before, after } = one;
    if (node !== 'schema' || changes === undefined) return undefined;
    if (property === 'discriminator') return isOtherMapping(before, after) ? other(one) : undefined;
    if (ENCODED.includes(property ?? '')) return other(one);
    if (property === undefined && kind === 'removed') return undefined;
    if (property === undefined && harmfulDirections(one).length === 0) return undefined;
    if (property === undefined) return valueRating(one, `The ${one.name}${kind === 'added' ? ' was added' : ''}`);
    return PLAIN.includes(property) ? undefined : valueRating(one, `\`${property}\``);
  },
};

/** Returns whether a discriminator value selects a different schema or no schema (OpenAPI 3.1, 4.8.25). */
function isOtherMapping(before: unknown, after: unknown): boolean {
  if (!isRecord(before) || !isRecord(after)) return false;
  const mapping = members(before.mapping);
  return (
    before.propertyName !== after.propertyName ||
    mapping.some(([value, target]) => member(after.mapping, value) !== target)
  );
}

/** Returns the rating for two schemas that accept the same values with a different meaning. */
function other(one: ContractDifference) {
  const directions = Object.keys(one.values ?? { request: {}, response: {} });
  const values = Object.fromEntries(directions.map((direction) => [direction, { change: 'other' as const }]));
  return valueRating({ ...one, values }, `\`${one.property}\``);
}

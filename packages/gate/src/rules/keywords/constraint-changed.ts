import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@vehicle-lookup/openapi';
import { keywordsOf } from '../../comparable/parts.ts';
import type { EngineDifference, Keywords, Rule } from '../../comparison/rule.ts';
import { seenFromOutside, type ValueChange, valueChange, valueRating } from '../../comparison/values.ts';

/** How the values that a keyword allows relate, given its value before and after. */
type Relation = (before: unknown, after: unknown) => ValueChange;

/** A higher value of the keyword allows fewer. @param without what its absence means */
const least =
  (without: number): Relation =>
  (before, after) => {
    const [old, fresh] = [before, after].map((one) => Number(one ?? without)) as [number, number];
    return valueChange(fresh <= old, fresh >= old);
  };

const divides = (a: unknown, b: unknown): boolean => typeof a === 'number' && typeof b === 'number' && b % a === 0;

const RELATIONS: Readonly<Record<string, Relation>> = {
  multipleOf: (before, after) =>
    valueChange(after === undefined || divides(after, before), before === undefined || divides(before, after)),
  minContains: least(1),
  maxContains: (before, after) => least(-Infinity)(negative(before), negative(after)),
};
const negative = (value: unknown): unknown => (typeof value === 'number' ? -value : undefined);

/** Keywords that are a whole node: with it fewer values are allowed. */
const NODES = ['PatternProperties'];

/** Where nobody can tell what another value means. */
const UNKNOWN = ['$dynamicRef', '$recursiveRef', 'propertyName', 'name', 'namespace', 'prefix', 'attribute', 'wrapped'];

export const rule: Rule = {
  title: 'A value is constrained in another way',
  text:
    'The set of values that a keyword allows is compared: in a request more values are minor and fewer are major; in a response the ' +
    'other way round. Within `not` it is turned round, and within `if` and `contains` another value is major. The schema ' +
    '`false` allows nothing. Within `unevaluatedProperties` and `unevaluatedItems`, `additionalProperties` and such open what is closed.',
  rate: (change) => {
    const { typeName, kind, property, before, after, schemas } = change;
    const [old, fresh] = schemas;
    if (change.isOpening) return rated(opened(change), change);
    // What becomes `false`, or was it, is told by that alone.
    if (typeName === 'Schema' && kind === 'modified' && isNever(old) !== isNever(fresh)) return 'nothing';
    if (NODES.includes(typeName) && kind !== 'modified') return rated(kind === 'added' ? 'narrower' : 'wider', change);
    if (['Xml', 'Discriminator'].includes(typeName) || UNKNOWN.includes(property ?? '')) {
      const isUnknown = typeName === 'Xml' || kind === 'modified';
      return isUnknown && ['Schema', 'Xml', 'Discriminator'].includes(typeName) ? rated('other', change) : undefined;
    }
    if (typeName !== 'Schema') return undefined;
    const relation = RELATIONS[property ?? '']?.(before, after);
    if (relation !== undefined) return rated(relation, change);
    const [, within] = seenFromOutside('other', change);
    return within === undefined || isRatedElsewhere(property) ? undefined : rated('other', change);
  },
};

/** Keywords that other rules rate wherever they stand. */
const RATED_ELSEWHERE = /^(title|description|\$comment|deprecated|pattern|(exclusive)?(min|max)\w*)$/i;
const isRatedElsewhere = (property: string | undefined): boolean => RATED_ELSEWHERE.test(property ?? '-');

const rated = (relation: ValueChange, change: EngineDifference) => valueRating(relation, change, nameOf(change));

const nameOf = ({ property, path }: EngineDifference): string =>
  `\`${property ?? keywordsOf(path.replace(/^#/, '')).at(-1)}\``;

/** More fields or elements are allowed: all, or those that fit a schema, which may also reject some. */
function opened({ kind, before, after }: EngineDifference): ValueChange {
  if (!isDeepStrictEqual(before ?? after, {})) return 'other';
  return kind === 'added' ? 'wider' : 'narrower';
}

/** The schema `false`, in the form in which it is compared. */
const isNever = (schema: Keywords | undefined): boolean => isRecord(schema) && isDeepStrictEqual(schema.not, {});

import { keywordsOf } from '../comparable/parts.ts';
import type { Audience, Rating } from './change.ts';
import { directionsOf } from './reach.ts';
import type { EngineDifference } from './rule.ts';

/** How the allowed values changed: the same, more, fewer, or partly others. */
export type ValueChange = 'same' | 'wider' | 'narrower' | 'other';

/** @param isMore whether every old value is allowed now; `isFewer` the opposite */
export function valueChange(isMore: boolean, isFewer: boolean): ValueChange {
  if (isMore) return isFewer ? 'same' : 'wider';
  return isFewer ? 'narrower' : 'other';
}

/**
 * Keywords whose schema excludes values, or decides which other one holds: fewer values in it are not fewer in all. A `oneOf` rejects
 * a value of two schemas; where none can be of two it is an `anyOf` here.
 */
const UNCLEAR = ['if', 'contains', 'oneOf'];

/**
 * What a change of a schema means for the whole value: within `not` more values are fewer, and within `if` nobody can tell.
 * @returns the relation, and the keyword within which it was turned
 */
export function seenFromOutside(
  relation: ValueChange,
  { path, kind }: Pick<EngineDifference, 'path' | 'kind'>,
): [relation: ValueChange, within: string | undefined] {
  const keywords = keywordsOf(path.replace(/^#/, ''));
  // What was added or removed is named by the path itself.
  const around = kind === 'modified' ? keywords : keywords.slice(0, -1);
  const unclear = UNCLEAR.find((one) => around.includes(one));
  if (unclear !== undefined) return [relation === 'same' ? 'same' : 'other', unclear];
  const isInverted = around.filter((one) => one === 'not').length % 2 === 1;
  if (!isInverted) return [relation, undefined];
  return [relation === 'wider' ? 'narrower' : relation === 'narrower' ? 'wider' : relation, 'not'];
}

/**
 * Rates other values: a request may have more of them and a response fewer; not the other way round.
 * @param name the value and its keyword, for the message
 */
export function valueRating(inner: ValueChange, change: EngineDifference, name: string): Omit<Rating, 'code'> {
  const [relation, within] = seenFromOutside(inner, change);
  const what = within === undefined ? name : `${name}, within \`${within}\``;
  const directions = directionsOf(change.uses);
  const broken: Audience[] = [
    ...(directions.includes('request') && ['narrower', 'other'].includes(relation) ? (['sender'] as const) : []),
    ...(directions.includes('response') && ['wider', 'other'].includes(relation) ? (['reader'] as const) : []),
  ];
  if (relation === 'same') {
    return {
      impact: 'patch',
      audience: [],
      what: `${what}: it is written in another way and allows the same values.`,
      why: 'Exactly the same values are right.',
      next: 'Nothing.',
    };
  }
  if (broken.length === 0) {
    const isWider = relation === 'wider';
    return {
      impact: 'minor',
      audience: [isWider ? 'sender' : 'reader'],
      what: `${what}: ${isWider ? 'it allows more values than before' : 'it allows fewer values than before'}.`,
      why: isWider
        ? 'Every value that could be sent before can still be sent.'
        : 'Every value that a response can have was possible before.',
      next: 'Nothing.',
    };
  }
  return {
    impact: 'major',
    audience: broken,
    what: `${what}: ${TEXTS[relation]}.`,
    why: broken.map((one) => WHY[one]).join(' '),
    next: broken.includes('sender')
      ? 'Keep allowing the old values.'
      : 'Keep to the old values in responses, or announce the others first.',
  };
}

const TEXTS: Readonly<Record<Exclude<ValueChange, 'same'>, string>> = {
  wider: 'it allows values that were not possible before',
  narrower: 'it no longer allows values that were right before',
  other: 'it allows other values than before',
};

const WHY: Readonly<Record<string, string>> = {
  sender: 'A request with a value that was right before is rejected.',
  reader: 'A response may have a value that readers have never seen.',
};

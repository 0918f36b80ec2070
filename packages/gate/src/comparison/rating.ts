import { visible } from '@vehicle-lookup/toolkit/markup';
import { type ContractDifference, isHarmful, type NodeKind } from '../walk/difference.ts';
import type { Audience, Rating } from './change.ts';
import { differenceOf } from './fingerprint.ts';
import { type Direction, directionsOf } from './reach.ts';
import type { Comparison, Rule } from './rule.ts';

export const KEEP = 'Keep and deprecate the old form, or acknowledge the change and release it as breaking.';
export const ANNOUNCE = 'Deprecate it first (`deprecated` and `x-deprecation`) and remove it after the announced date.';

const AUDIENCE_OF: Readonly<Record<Direction, Audience>> = { request: 'sender', response: 'reader' };

export interface BreakingRule {
  title: string;
  why: string;
  next: string;
  audience: readonly Audience[];
  /** Additional text for `explain`. */
  text?: string;
  is: (difference: ContractDifference, comparison: Comparison) => boolean;
  /** Returns the directions in which the difference breaks programs. Default: the directions in which values are lost. */
  directions?: (difference: ContractDifference) => Direction[];
  what: (difference: ContractDifference) => string;
}

/** Creates a rule for differences that are always breaking. */
export const breaking = ({ title, why, next, audience, text, is, directions, what }: BreakingRule): Rule => ({
  title,
  text: [why, ...(text === undefined ? [] : [text]), next, 'Major.'].join(' '),
  rate: (difference, comparison) =>
    is(difference, comparison)
      ? {
          impact: 'major',
          audience: affected(audience, difference, directions),
          what: what(difference),
          why: undecided(difference) ?? why,
          next,
        }
      : undefined,
});

/** Returns the reason why it cannot be decided whether values are lost. */
function undecided(difference: ContractDifference): string | undefined {
  const own = harmfulDirections(difference).flatMap((direction) => difference.values?.[direction] ?? []);
  const [why] = own.flatMap((one) => one.why ?? []);
  return why === undefined ? undefined : `It cannot be decided whether values are lost: ${why}.`;
}

/** Returns the part of the audience whose requests or responses the difference affects. */
function affected(
  audience: readonly Audience[],
  difference: ContractDifference,
  directionsFor: BreakingRule['directions'] = (one) => (one.values ? harmfulDirections(one) : directionsOf(one.uses)),
): Audience[] {
  const directions = directionsFor(difference);
  if (directions.length === 0 || audience.length === 1) return [...audience];
  return audience.filter(
    (one) => one === 'generated code' || directions.some((direction) => AUDIENCE_OF[direction] === one),
  );
}

/** Returns the directions in which a change in the allowed values breaks programs. */
export const harmfulDirections = ({ values = {} }: ContractDifference): Direction[] =>
  (['request', 'response'] as const).filter((direction) => {
    const own = values[direction];
    return own !== undefined && isHarmful(direction, own);
  });

export const isHarmfulIn = (difference: ContractDifference, direction: Direction): boolean =>
  harmfulDirections(difference).includes(direction);

/** Returns whether a node of one of these kinds was added (`came`) or removed (`went`). */
export const came = ({ node, kind }: ContractDifference, ...nodes: NodeKind[]): boolean =>
  kind === 'added' && nodes.includes(node);
export const went = ({ node, kind }: ContractDifference, ...nodes: NodeKind[]): boolean =>
  kind === 'removed' && nodes.includes(node);

/**
 * Rates a change in the allowed values. In a request, more values are compatible; in a response, fewer values are compatible.
 * @param name the keyword name for the message
 */
export function valueRating(difference: ContractDifference, name: string): Omit<Rating, 'code'> {
  const { values = {} } = difference;
  const broken = harmfulDirections(difference);
  const all = Object.values(values);
  if (broken.length > 0) {
    const changes = new Set(broken.map((direction) => values[direction]?.change));
    const change = changes.size === 1 ? [...changes][0] : 'other';
    return {
      impact: 'major',
      audience: broken.map((direction) => AUDIENCE_OF[direction]),
      what: `${name}: ${TEXTS[change ?? 'other']}.`,
      why: undecided(difference) ?? broken.map((one) => WHY[one]).join(' '),
      next: broken.includes('request')
        ? 'Continue to allow the old values.'
        : 'Return only the old values, or announce the new values first.',
    };
  }
  if (all.every(({ change }) => change === 'same')) {
    return {
      impact: 'patch',
      audience: [],
      what: `${name}: its notation changed, but it allows the same values.`,
      why: 'The same values are valid.',
      next: 'No action is needed.',
    };
  }
  const isWider = values.request !== undefined && values.request.change !== 'same';
  return {
    impact: 'minor',
    audience: [isWider ? 'sender' : 'reader'],
    what: `${name}: ${isWider ? 'it allows more values than before' : 'it allows fewer values than before'}.`,
    why: isWider
      ? 'Every value that could be sent before can still be sent.'
      : 'Every value that a response can contain was possible before.',
    next: 'No action is needed.',
  };
}

const TEXTS = {
  same: 'it allows the same values',
  wider: 'it allows values that were not possible before',
  narrower: 'it no longer allows values that were valid before',
  other: 'it now allows different values',
} as const;

const WHY: Readonly<Record<Direction, string>> = {
  request: 'A request with a value that was valid before is rejected.',
  response: 'A response may contain a value that was not possible before.',
};

/** Returns the removed and added elements of a list for a message. @param only `lost` or `gained`; default: both */
export function listChange({ property, before, after }: ContractDifference, only?: 'lost' | 'gained'): string {
  // A newly added `enum` only removes values.
  const isNew = before === undefined && property === 'enum';
  if (isNew || after === undefined || !(Array.isArray(before) || Array.isArray(after))) return '';
  const [lost, gained] = differenceOf([before ?? []].flat(), [after ?? []].flat());
  const part = (values: readonly unknown[], what: string) =>
    values.length > 0 ? [`${visible(values.map((value) => JSON.stringify(value)).join(', '), 200)} ${what}`] : [];
  const parts = [
    ...(only === 'gained' ? [] : part(lost, 'removed')),
    ...(only === 'lost' ? [] : part(gained, 'added')),
  ];
  return parts.length > 0 ? `: ${parts.join('; ')}` : '';
}

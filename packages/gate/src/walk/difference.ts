import { child } from '@vehicle-lookup/openapi';
import type { Difference } from '../comparison/change.ts';
import type { Direction, Use } from '../comparison/reach.ts';

/** Pointers to a part in both documents, or in one of them. */
export interface Places {
  base?: string | undefined;
  revision?: string | undefined;
}

/** A pointer in each document. */
export type PlacePair = readonly [base: string, revision: string];

/** Returns the pointers to the same key below both pointers. */
export const childOfBoth = ([base, revision]: PlacePair, key: string): PlacePair => [
  child(base, key),
  child(revision, key),
];

export const placesOf = ([base, revision]: PlacePair): Places => ({ base, revision });

/** Change in the accepted values: the same, more, fewer, or partly different values. */
export type ValueChange = 'same' | 'wider' | 'narrower' | 'other';

/** Effect of a change on the values that are sent in one direction. */
export interface DirectionValues {
  change: ValueChange;
  /** A request value that was accepted and is now rejected, or a response value that was not possible before. */
  value?: unknown;
  /** Why the comparison could not be decided. */
  why?: string;
}

export type ValueChanges = Partial<Record<Direction, DirectionValues>>;

/** Kind of node that differs. */
export type NodeKind =
  | 'document'
  | 'path item'
  | 'operation'
  | 'parameter'
  | 'request body'
  | 'response'
  | 'header'
  | 'media type'
  | 'encoding'
  | 'envelope'
  | 'schema'
  | 'form'
  | 'security'
  | 'security scheme'
  | 'server'
  | 'link'
  | 'callback';

/** A difference between the two documents that the rules rate. */
export interface ContractDifference extends Difference {
  node: NodeKind;
  /** Name for messages, such as `field skill` or `parameter page`. */
  name: string;
  /** The keyword that differs; undefined if the whole node was added or removed. */
  property?: string;
  at: Places;
  /** Uses of the node by operations, in the base or the revision. */
  uses: Use[];
  /** Changes in the accepted values, for schemas. */
  values?: ValueChanges;
  /** Whether the difference is in the query operation. */
  isOnWire?: boolean;
  /** Additional facts for the rules. */
  facts?: Readonly<Record<string, unknown>>;
}

/** Returns the combined effect of two changes. */
export function joinedChange(a: ValueChange, b: ValueChange): ValueChange {
  if (a === b || b === 'same') return a;
  return a === 'same' ? b : 'other';
}

export const changeOf = (isHarmed: boolean, isReverseHarmed: boolean, direction: Direction): ValueChange => {
  const [lost, gained] = direction === 'request' ? [isHarmed, isReverseHarmed] : [isReverseHarmed, isHarmed];
  if (lost) return gained ? 'other' : 'narrower';
  return gained ? 'wider' : 'same';
};

/** Returns the change in the accepted values for a part that became required or optional. */
export const whenRequired = (isRequired: boolean, direction: Direction): ValueChanges => ({
  [direction]: { change: isRequired ? 'narrower' : 'wider' },
});

/** Returns whether a change in the accepted values breaks programs in a direction. */
export const isHarmful = (direction: Direction, { change }: DirectionValues): boolean =>
  change === 'other' || change === (direction === 'request' ? 'narrower' : 'wider');

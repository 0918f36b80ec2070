import { child } from '@vehicle-lookup/openapi';
import type { Difference } from '../comparison/change.ts';
import type { Direction, Use } from '../comparison/reach.ts';

/** A place in both documents, or in one of them. */
export interface Places {
  base?: string | undefined;
  revision?: string | undefined;
}

/** A place in each document. */
export type PlacePair = readonly [base: string, revision: string];

/** The same key of both places. */
export const childOfBoth = ([base, revision]: PlacePair, key: string): PlacePair => [
  child(base, key),
  child(revision, key),
];

export const placesOf = ([base, revision]: PlacePair): Places => ({ base, revision });

/** How the accepted values changed: the same, more, fewer, or partly others. */
export type ValueChange = 'same' | 'wider' | 'narrower' | 'other';

/** What a change means for the values that are sent in one direction. */
export interface DirectionValues {
  change: ValueChange;
  /** A value that was accepted and is rejected now; in a response, a value that is possible now and was not. */
  value?: unknown;
  /** Why the comparison could not be decided. */
  why?: string;
}

export type ValueChanges = Partial<Record<Direction, DirectionValues>>;

/** What a difference is about. */
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

/** A difference between both documents, which the rules rate. */
export interface ContractDifference extends Difference {
  node: NodeKind;
  /** The name for messages: `field skill`, `parameter page`. */
  name: string;
  /** The keyword that differs; undefined if the whole node was added or removed. */
  property?: string;
  at: Places;
  /** The operations that reach it, in the base or the revision. */
  uses: Use[];
  /** For schemas: how the accepted values changed. */
  values?: ValueChanges;
  /** Whether it is about the query operation. */
  isOnWire?: boolean;
  /** More that rules need to know. */
  facts?: Readonly<Record<string, unknown>>;
}

/** Both changes together. */
export function joinedChange(a: ValueChange, b: ValueChange): ValueChange {
  if (a === b || b === 'same') return a;
  return a === 'same' ? b : 'other';
}

export const changeOf = (isHarmed: boolean, isReverseHarmed: boolean, direction: Direction): ValueChange => {
  const [lost, gained] = direction === 'request' ? [isHarmed, isReverseHarmed] : [isReverseHarmed, isHarmed];
  if (lost) return gained ? 'other' : 'narrower';
  return gained ? 'wider' : 'same';
};

/** The changes of values if something must be sent from now on, or need no longer be sent. */
export const whenRequired = (isRequired: boolean, direction: Direction): ValueChanges => ({
  [direction]: { change: isRequired ? 'narrower' : 'wider' },
});

/** Whether a change of values breaks the programs of a direction. */
export const isHarmful = (direction: Direction, { change }: DirectionValues): boolean =>
  change === 'other' || change === (direction === 'request' ? 'narrower' : 'wider');

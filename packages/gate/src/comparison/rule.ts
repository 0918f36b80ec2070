import type { Visited } from '@vehicle-lookup/openapi';
import type { FindBasis, Mark } from '@vehicle-lookup/openapi/provenance';
import type { LoadedDocument } from '../document/load.ts';
import type { Difference, Rating } from './change.ts';
import type { EngineChange } from './engine.ts';
import { type FindUses, operationNames, type Use } from './reach.ts';

/** A schema by its keywords. */
// biome-ignore lint/suspicious/noExplicitAny: keywords of schemas have many types
export type Keywords = Record<string, any>;

/** One side of a comparison, with what rules ask of it. */
export interface Side extends LoadedDocument {
  /** Every object of the document; rules share it, because a walk through a large one takes long. */
  nodes: readonly Visited[];
  usesOf: FindUses;
  basisOf: FindBasis;
  /** What rests on assumptions. */
  marks: readonly Mark[];
}

export interface Comparison {
  base: Side;
  revision: Side;
}

/** A change that the engine reports, at its places in the bundles. */
export interface EngineDifference extends Omit<EngineChange, 'base' | 'revision'>, Difference {
  /** Pointers in the bundles: of the node, or of the keyword where it is there. */
  at: { base?: string; revision?: string };
  /** The name of the parameter that it is about; undefined if it is about none. */
  parameter: string | undefined;
  /** The schema that it is about, in the base and the revision, in the form in which they were compared. */
  schemas: [Keywords | undefined, Keywords | undefined];
  /** Whether it came or went within `unevaluatedProperties` or `unevaluatedItems`, and opens what they close. */
  isOpening: boolean;
  /** The operations that reach it, in the base or the revision. */
  uses: Use[];
}

/** What a rule found that the engine does not report. */
export interface RatedDifference extends Rating, Difference {
  /** Default: the operations that reach the pointer. */
  operations?: string[];
}

/** One way in which a contract changes. */
export interface Rule {
  title: string;
  /** For `explain`: what it means, and how it is rated. */
  text: string;
  /**
   * Rates a change that the engine reports.
   * @returns undefined: another rule, or the engine, rates it; `nothing`: it is not a change
   */
  rate?: (change: EngineDifference, comparison: Comparison) => Omit<Rating, 'code'> | 'nothing' | undefined;
  /** Finds what the engine does not report. */
  find?: (comparison: Comparison) => Omit<RatedDifference, 'code'>[];
}

/** The places that rest on an assumption, sorted. */
export const placesOf = ({ marks }: Side, id: string): string[] =>
  marks
    .filter(({ ids }) => ids.includes(id))
    .map(({ covers }) => covers)
    .sort();

/** The operations that rest on an assumption. */
export const operationsOn = (side: Side, id: string): string[] =>
  operationNames(placesOf(side, id).flatMap((place) => side.usesOf(place)));

import { child, members, type Visited } from '@vehicle-lookup/openapi';
import type { FindBasis, Mark } from '@vehicle-lookup/openapi/provenance';
import { Containment } from '../containment/containment.ts';
import type { LoadedDocument } from '../document/load.ts';
import type { ContractDifference } from '../walk/difference.ts';
import type { Readers } from '../walk/readers.ts';
import type { Difference, Rating } from './change.ts';
import { type FindUses, operationNames } from './reach.ts';

/** One side of a comparison, with the data that rules need. */
export interface Side extends LoadedDocument {
  /** Every object in the document. The rules share the list, because walking a large document is slow. */
  nodes: readonly Visited[];
  usesOf: FindUses;
  basisOf: FindBasis;
  /** Keywords that are based on assumptions. */
  marks: readonly Mark[];
  readers: Readers;
}

export interface Comparison {
  base: Side;
  revision: Side;
}

/** A change that a rule has found or rated. */
export interface RatedDifference extends Rating, Difference {
  /** Affected operations. Default: the operations that reach the pointer. */
  operations?: string[];
  /** Values that the fingerprint includes in addition to the reported values. */
  identity?: readonly unknown[];
}

/** A rule that finds or rates one type of contract change. */
export interface Rule {
  title: string;
  /** Meaning and rating of the change, for `explain`. */
  text: string;
  /**
   * Rates a difference between the two documents.
   * @returns undefined if the next rule rates the difference; `nothing` if the difference is not a change
   */
  rate?: (difference: ContractDifference, comparison: Comparison) => Omit<Rating, 'code'> | 'nothing' | undefined;
  /** Whether the next rule also rates the difference, because lost and gained values are separate findings. */
  isPartial?: true;
  /** Finds changes that the walk through both documents does not report. */
  find?: (comparison: Comparison) => Omit<RatedDifference, 'code'>[];
}

/** Returns the sorted pointers of the keywords that are based on an assumption. */
export const placesOf = ({ marks }: Side, id: string): string[] =>
  marks
    .filter(({ ids }) => ids.includes(id))
    .map(({ covers }) => covers)
    .sort();

/** Returns the operations that are based on an assumption. */
export const operationsOn = (side: Side, id: string): string[] =>
  operationNames(placesOf(side, id).flatMap((place) => side.usesOf(place)));

/** Returns the new names of renamed schemas by old name. A renamed schema accepts the same values. */
export function renamedSchemas({ base, revision }: Comparison): Map<string, string> {
  const { numbers } = new Containment();
  const numberOf = (one: unknown, { readers: { plain } }: Side) =>
    numbers.of({ schema: plain.read(one), source: plain });
  const [before, after] = [schemasOf(base), schemasOf(revision)];
  const fresh = new Map([...after].filter(([name]) => !before.has(name)));
  const renamed = new Map<string, string>();
  for (const [name, schema] of before) {
    if (after.has(name) || base.usesOf(child('/components/schemas', name)).length === 0) continue;
    const [other] = [...fresh].find(([, one]) => numberOf(schema, base) === numberOf(one, revision)) ?? [];
    if (other === undefined) continue;
    fresh.delete(other);
    renamed.set(name, other);
  }
  return renamed;
}

const schemasOf = ({ document }: Side): Map<string, unknown> => new Map(members(document.components?.schemas));

import { type Document, isRecord, member, members, readAssumptions, STRENGTHS, walk } from '@vehicle-lookup/openapi';
import type { LoadedDocument } from '../document/load.ts';
import type { ReleaseProblem } from '../report/report.ts';

/** How many of the places that should have something have it. */
export interface Share {
  with: number;
  of: number;
}

/** How well a document explains itself. */
export interface Scorecard {
  /** Operations, parameters, statuses and members of objects with a description. */
  descriptions: Share;
  /** Parameters and replies with an example. */
  examples: Share;
  /** Assumptions by what they rest on. */
  assumptions: Record<string, number>;
}

/** Counts what a document explains. Components are counted once, however many operations reach them. */
export function scorecardOf(document: Document): Scorecard {
  const descriptions: Share = { with: 0, of: 0 };
  const examples: Share = { with: 0, of: 0 };
  const count = (share: Share, has: boolean) => {
    share.of += 1;
    if (has) share.with += 1;
  };
  for (const { node, at, named } of walk(document)) {
    // What a schema excludes needs no description.
    if (at.includes('not')) continue;
    if (named) {
      // Members may say in their component what they are.
      if (at.at(-1) === 'properties') {
        for (const [, one] of members(node)) if (isRecord(one)) count(descriptions, isDescribed(one) || '$ref' in one);
      }
      continue;
    }
    const isOperation =
      isRecord(node.responses) && !at.includes('responses') && at[0] !== 'components' ? true : 'operationId' in node;
    const isParameter = typeof node.name === 'string' && typeof node.in === 'string' && 'schema' in node;
    if (isOperation || isParameter) count(descriptions, isDescribed(node));
    if (isParameter) count(examples, hasExample(node) || hasExample(node.schema) || isRecord(node.schema));
    if (at.at(-2) === 'content' && isRecord(node.schema)) count(examples, hasExample(node) || hasExample(node.schema));
  }
  return { descriptions, examples, assumptions: assumptionsOf(document) };
}

const isDescribed = (node: Record<string, unknown>): boolean =>
  [node.description, node.summary].some((text) => typeof text === 'string' && text.trim() !== '');

const hasExample = (node: unknown): boolean =>
  isRecord(node) && ('example' in node || 'examples' in node || 'const' in node);

function assumptionsOf(document: Document): Record<string, number> {
  const all = [...readAssumptions(document).values()];
  return Object.fromEntries(STRENGTHS.map((name) => [name, all.filter(({ strength }) => strength === name).length]));
}

/** What the revision explains less than the base did. */
export const droppedScores = (base: LoadedDocument, revision: LoadedDocument): ReleaseProblem[] =>
  [...droppedShares(base, revision), ...droppedRating(base, revision)].map((problem) => ({
    code: 'score-dropped',
    fails: false,
    file: revision.file,
    ...problem,
  }));

type Drop = Pick<ReleaseProblem, 'what' | 'next'>;

function droppedShares(base: LoadedDocument, revision: LoadedDocument): Drop[] {
  const [before, after] = [scorecardOf(base.document), scorecardOf(revision.document)];
  const text = ({ with: count, of }: Share) => `${count} of ${of}`;
  // What was removed is not missed.
  const missing = (share: Share) => share.of - share.with;
  return (['descriptions', 'examples'] as const).flatMap((name) => {
    const [old, fresh] = [before[name], after[name]];
    if (missing(fresh) <= missing(old)) return [];
    const what = `More places have no ${name}: ${text(fresh)} have them, before ${text(old)}.`;
    return [{ what, next: `Add ${name} to what is new.` }];
  });
}

/** `redocly score` takes a second: what it said of each document is read from the file that `pnpm generate` writes. */
function droppedRating(base: LoadedDocument, revision: LoadedDocument): Drop[] {
  const [old, fresh] = [base, revision].map(ratingOf);
  if (old === undefined || fresh === undefined || fresh >= old) return [];
  const what = `\`redocly score\` fell from ${old} to ${fresh}.`;
  return [
    { what, next: 'Run `redocly score` on the projection with one path for each operation: it names the operations.' },
  ];
}

function ratingOf({ textBeside }: LoadedDocument): number | undefined {
  try {
    const rating = member(JSON.parse(textBeside('scorecard.json') ?? '{}'), 'redocly');
    return typeof rating === 'number' ? rating : undefined;
  } catch {
    return undefined;
  }
}

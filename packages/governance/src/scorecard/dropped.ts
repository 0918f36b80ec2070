import { member } from '@vehicle-lookup/document';
import type { LoadedDocument } from '../document/load.ts';
import type { ReleaseProblem } from '../report/report.ts';
import { type Share, scorecardOf } from './scorecard.ts';

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

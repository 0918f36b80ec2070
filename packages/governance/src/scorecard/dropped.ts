import type { LoadedDocument } from '../document/load.ts';
import type { Problem } from '../report/report.ts';
import { type Share, scorecardOf } from './scorecard.ts';

/** What the revision explains less than the base did. */
export function droppedScores(base: LoadedDocument, revision: LoadedDocument): Problem[] {
  const [before, after] = [scorecardOf(base.document), scorecardOf(revision.document)];
  const text = ({ with: count, of }: Share) => `${count} of ${of}`;
  // What was removed is not missed.
  const missing = (share: Share) => share.of - share.with;
  return (['descriptions', 'examples'] as const).flatMap((name) => {
    const [old, fresh] = [before[name], after[name]];
    if (missing(fresh) <= missing(old)) return [];
    return [
      {
        code: 'score-dropped',
        fails: false,
        file: revision.file,
        what: `More places have no ${name}: ${text(fresh)} have them, before ${text(old)}.`,
        next: `Add ${name} to what is new.`,
      },
    ];
  });
}

import type { LoadedDocument } from '../document/load.ts';
import type { Problem } from '../report/report.ts';
import { ratio, type Share, scorecardOf } from './scorecard.ts';

/** What the revision explains less than the base did. */
export function droppedScores(base: LoadedDocument, revision: LoadedDocument): Problem[] {
  const [before, after] = [scorecardOf(base.document), scorecardOf(revision.document)];
  const text = ({ with: count, of }: Share) => `${count} of ${of}`;
  return (['descriptions', 'examples'] as const).flatMap((name) => {
    const [old, fresh] = [before[name], after[name]];
    if (ratio(fresh) >= ratio(old)) return [];
    return [
      {
        code: 'score-dropped',
        file: revision.file,
        what: `Fewer places have ${name}: ${text(fresh)}, before ${text(old)}.`,
        next: `Add ${name} to what is new.`,
      },
    ];
  });
}

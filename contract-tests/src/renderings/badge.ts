import { badge as badgeText } from '@vehicle-lookup/findings';
import { countCells } from '../report/counts.ts';
import type { Report, Verdict } from '../report/report.ts';

const COLOURS: Readonly<Record<Verdict, string>> = {
  conformant: 'brightgreen',
  'not conformant': 'red',
  incomplete: 'yellow',
  'no verdict': 'lightgrey',
};

/** The verdict for a badge, with how many of the applicable cells were found right. */
export function badge({ verdict, cells }: Report): string {
  const counts = countCells(cells);
  const applicable = cells.length - counts['not-applicable'];
  return badgeText({
    label: 'contract',
    message: `${verdict}, ${counts.pass} of ${applicable} right`,
    color: COLOURS[verdict],
  });
}

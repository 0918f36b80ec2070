import { countCells } from '../counts.ts';
import type { Report, Verdict } from '../report.ts';

const COLOURS: Readonly<Record<Verdict, string>> = {
  conformant: 'brightgreen',
  'not conformant': 'red',
  incomplete: 'yellow',
  'no verdict': 'lightgrey',
};

/** The verdict for an endpoint badge of shields.io, with how much of what is applicable was seen to be right. */
export function badge({ verdict, cells }: Report): string {
  const numbers = countCells(cells);
  const applicable = cells.length - numbers['not-applicable'];
  const message = `${verdict}, ${numbers.pass} of ${applicable} right`;
  return `${JSON.stringify({ schemaVersion: 1, label: 'contract', message, color: COLOURS[verdict] }, null, 2)}\n`;
}

import { visible } from '../markup/index.ts';
import type { Finding } from './finding.ts';
import { operationsOf, otherRequests, sameFindings, type TitleOf, withTitle } from './finding-text.ts';
import { levelLabels } from './label.ts';

/**
 * Returns findings as readable text in 80 columns. The same finding at several locations is shown once.
 * @param titleOf the title of a code
 */
export const findingsText = (findings: readonly Finding[], paint: Paint, titleOf: TitleOf = () => undefined): string =>
  sameFindings(findings)
    .map((group) => groupText(group, paint, titleOf))
    .join('\n\n');

function groupText(group: readonly Finding[], paint: Paint, titleOf: TitleOf): string {
  const [first, ...alike] = group;
  if (!first) return '';
  const others = visible(otherRequests(group));
  const head = `${levelLabels[first.level].symbol} ${visible(first.code)}`;
  const lines = withTitle([first, ...alike], titleOf).map(([label, text]) => {
    const start = `  ${label.padEnd(10)} `;
    // The command is not wrapped, so that it can be copied.
    if (label === 'reproduce') return start + visible(text);
    return wrapped(start, visible(text) + (label === 'request' ? others : ''));
  });
  const where = wrapped(`${head}  `, visible(operationsOf(group).join(', ')), 4).slice(head.length);
  return [paint(head, first.fails ? 'red' : 'yellow') + where, ...lines].join('\n');
}

const COLOURS = { red: 31, green: 32, yellow: 33, bold: 1, dim: 2 } as const;

export type Colour = keyof typeof COLOURS;

/** Colours a string for a terminal. */
export type Paint = (text: string, colour: Colour) => string;

/** @param isColoured if false, strings are not changed */
export const painter =
  (isColoured: boolean): Paint =>
  (text, colour) =>
    isColoured && text !== '' ? `\x1b[${COLOURS[colour]}m${text}\x1b[0m` : text;

const WIDTH = 80;

/**
 * Returns a line start followed by a string, wrapped at spaces to 80 columns. A longer word gets a separate line.
 * @param indent indentation of all lines except the first; default: the width of the start
 */
export function wrapped(start: string, text: string, indent: number = start.length): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const used = (lines.length === 0 ? start.length : indent) + line.length;
    if (line !== '' && used + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return start + [...lines, line].join(`\n${' '.repeat(indent)}`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that only introduces the following lines, such as `Rules:`. */
const ANNOUNCEMENT = /^[A-Z]\w*( \w+)?:$/;
/** Information in parentheses in a heading or table head. */
const SAYS_MORE = /\(.*\)/;
const RULE_OF_TABLE = /^\|[-| ]+\|$/;

/**
 * Returns every sentence and every table row of the specification, in order. The cells of a row are joined with ` | `. A
 * heading or table head is included only if it has information in parentheses: `(element of data for fluids)`.
 */
export function sentencesAndRows(): string[] {
  const lines = readFileSync(join(import.meta.dirname, '../interface-specification.md'), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const isHead = RULE_OF_TABLE.test(lines[index + 1] ?? '');
    if (line === '' || RULE_OF_TABLE.test(line) || (isHead && !SAYS_MORE.test(line))) return [];
    if (line.startsWith('#')) return SAYS_MORE.test(line) ? [line.replace(/^#+ /, '')] : [];
    if (line.startsWith('|')) return [cells(line)];
    return sentences(line.replace(/^\d+\. /, '')).filter((text) => !ANNOUNCEMENT.test(text));
  });
}

const cells = (row: string): string =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');

/** Splits a line into sentences. A sentence ends only before a capital letter or a brace. */
const sentences = (line: string): string[] => line.split(/(?<=[.!?])\s+(?=[A-Z{])/);

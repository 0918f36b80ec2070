import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that only announces what follows: `Rules:`. */
const ANNOUNCEMENT = /^[A-Z]\w*( \w+)?:$/;
/** A heading or the head of a table that says more than what it stands above. */
const SAYS_MORE = /\(.*\)/;
const RULE_OF_TABLE = /^\|[-| ]+\|$/;

/**
 * Every sentence and every table row of the specification, in its order. The cells of a row are joined by ` | `. A heading, and
 * the head of a table, counts where it says something in parentheses: `(element of data for fluids)`.
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

/** A sentence ends where a capital letter follows. */
const sentences = (line: string): string[] => line.split(/(?<=[.!?])\s+(?=[A-Z{])/);

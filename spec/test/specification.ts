import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line that only announces what follows: a heading, `Rules:`. */
const ANNOUNCEMENT = /^#|^[A-Z]\w*( \w+)?:$/;
const RULE_OF_TABLE = /^\|[-| ]+\|$/;

/**
 * Every sentence and every table row of the specification, in its order. The cells of a row are joined by ` | `; the head of a
 * table is not a row.
 */
export function sentencesAndRows(): string[] {
  const lines = readFileSync(join(import.meta.dirname, '../interface-specification.md'), 'utf8')
    .split('\n')
    .map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (line === '' || RULE_OF_TABLE.test(line) || RULE_OF_TABLE.test(lines[index + 1] ?? '')) return [];
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
const sentences = (line: string): string[] => (line.startsWith('#') ? [] : line.split(/(?<=[.!?])\s+(?=[A-Z{])/));

import { visible } from './visible.ts';

/** Paragraphs; empty ones are left out. */
export const sections = (texts: readonly string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;

/** Of each text; a summary of a job takes one MiB in all. */
const LONGEST = 300;

/** Whatever stands in a text, it is no Markdown, no HTML and no link. */
export const inline = (text: string): string =>
  visible(text, LONGEST).replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);

/** What begins a mark; `://` and `www.` begin a link by themselves, `:name:` is a picture. */
const SPECIAL = /[&<>|\\`*_[\]~$@#]|:(?=\S)|(?<=www)\./gi;

export const code = (text: string): string => `<code>${inline(text)}</code>`;

/** A block of text that is to be copied; its fence is longer than any in the text. */
export function block(text: string): string {
  const shown = visible(text);
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${shown}\n${fence}`;
}

/** A table of GFM; nothing where it has no row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A part that is closed at first; nothing where it is empty. */
export const folded = (title: string, text: string): string =>
  text === '' ? '' : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

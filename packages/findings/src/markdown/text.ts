import { visible } from '@vehicle-lookup/markup';
import { type Counts, type Labels, namesOf } from '../label.ts';

/** Paragraphs; empty ones are left out. */
export const paragraphs = (texts: readonly string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;

/** Characters of each text that are shown: the summary of a CI job takes one MiB in all. */
const LONGEST = 300;

/** A text as Markdown that shows it: nothing in it works as Markdown, HTML or a link. */
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
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Counts as a table of one row. */
export function countTable<Name extends string>(title: string, counts: Counts<Name>, labels: Labels<Name>): string {
  const names = namesOf(labels);
  const heads = names.map((name) => `${inline(labels[name].symbol)} ${labels[name].text}`);
  return table([title, ...heads], [['', ...names.map((name) => String(counts[name]))]]);
}

/** A part that is closed at first; nothing where it is empty. */
export const folded = (title: string, text: string): string =>
  text === '' ? '' : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

import { visible } from '../markup/index.ts';
import type { Finding } from './finding.ts';
import { operationsOf, otherRequests, sameFindings, type TitleOf, withTitle } from './finding-text.ts';
import { type Counts, type Labels, levelLabels, namesOf } from './label.ts';

/** Joins the paragraphs that are not empty. */
export const paragraphs = (texts: readonly string[]): string => `${texts.filter((text) => text !== '').join('\n\n')}\n`;

/** Maximum number of characters of each string, because the summary of a CI job is limited to one MiB. */
const LONGEST = 300;

/** Escapes a string for Markdown, so that no part of it is interpreted as Markdown, HTML or a link. */
export const inline = (text: string): string =>
  visible(text, LONGEST).replace(SPECIAL, (character) => `&#${character.charCodeAt(0)};`);

/** Characters that begin Markdown syntax. `://` and `www.` begin a link, and `:name:` is an emoji. */
const SPECIAL = /[&<>|\\`*_[\]~$@#]|:(?=\S)|(?<=www)\./gi;

export const code = (text: string): string => `<code>${inline(text)}</code>`;

/** Returns a code block to copy; its fence is longer than any fence in the string. */
export function block(text: string): string {
  const shown = visible(text);
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}sh\n${shown}\n${fence}`;
}

/** Returns a GFM table; empty without rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Returns counts as a table with one row. */
export function countTable<Name extends string>(title: string, counts: Counts<Name>, labels: Labels<Name>): string {
  const names = namesOf(labels);
  const heads = names.map((name) => `${inline(labels[name].symbol)} ${labels[name].text}`);
  return table([title, ...heads], [['', ...names.map((name) => String(counts[name]))]]);
}

/** Returns a section that is initially closed; empty without content. */
export const folded = (title: string, text: string): string =>
  text === '' ? '' : `<details><summary>${title}</summary>\n\n${text}\n\n</details>`;

/**
 * Returns findings under a heading; empty without findings.
 * @param most maximum number of findings that are shown
 * @param rest a sentence for the number of omitted findings
 * @param titleOf the title of a code
 */
export function findingsMarkdown(
  findings: readonly Finding[],
  most: number,
  rest: (count: number) => string,
  titleOf: TitleOf = () => undefined,
): string {
  const groups = sameFindings(findings);
  if (groups.length === 0) return '';
  const left = groups.length - most;
  return [
    '### Findings',
    ...groups.slice(0, most).map((group) => groupText(group, titleOf)),
    ...(left > 0 ? [rest(left)] : []),
  ].join('\n\n');
}

/** These facts are sentences; the other facts are shown as code. */
const SENTENCES = ['what', 'next', 'rests on', 'reading', 'scope'];

function groupText(group: readonly Finding[], titleOf: TitleOf): string {
  const [first, ...alike] = group;
  if (!first) return '';
  const others = inline(otherRequests(group));
  const lines = withTitle([first, ...alike], titleOf).map(([label, text]) => {
    if (label === 'reproduce') return `\n${block(text)}`;
    return `- ${label}: ${SENTENCES.includes(label) ? inline(text) : code(text)}${label === 'request' ? others : ''}`;
  });
  const { symbol, text } = levelLabels[first.level];
  const head = `${inline(symbol)} ${code(first.code)} ${operationsOf(group).map(code).join(', ')}`;
  return [`**${text}** ${head}\n`, ...lines].join('\n');
}

import { visible } from '@vehicle-lookup/toolkit/markup';

/** Joins blocks of Markdown with an empty line between them, without empty blocks. */
export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts
    .map((part = '') => part.trim())
    .filter(Boolean)
    .join('\n\n');

/** Code within a line, even if it contains backticks. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const marks = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  return runs.length > 0 ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`;
}

export const fence = (text: string, language: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const json = (value: unknown): string => fence(JSON.stringify(value, null, 2) ?? '', 'json');

/** A text of others as Markdown. Long texts are cut, and invisible characters are shown. */
export const plain = (text: string): string =>
  visible(line(text)).replaceAll(/[\\`*_[\]<>|#~&@]|:(?=\/\/)|(?<=\bwww)\./g, '\\$&');

/** As `plain`, as code. */
export const plainCode = (text: string): string => code(visible(line(text)));

/** Puts a text on one line. */
export const line = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** `1 request`, `2 requests`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const bullets = (items: readonly string[]): string => items.map((item) => `- ${line(item)}`).join('\n');

/** A table, in whose cells bars are escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => line(cell).replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`)
    .join('\n');

/** A box as on GitHub: TIP for what to do, CAUTION for what never to do. */
export const box = (kind: 'NOTE' | 'TIP' | 'WARNING' | 'CAUTION', ...parts: readonly string[]): string =>
  [`[!${kind}]`, ...blocks(...parts).split('\n')].map((one) => `> ${one}`.trimEnd()).join('\n');

/** A link to a path within the site. Each form of a page makes the link relative and adds the extension. */
export const to = (path: string, text: string): string => `[${text}](/${path})`;
export const toOperation = (id: string): string => to(`operations/${id}`, code(id));
export const toAssumption = (id: string): string => to(`assumptions#${id}`, code(id));
export const toClause = (id: string): string => to(`clauses#${id}`, code(id));

/** Names the assumptions on which something rests; empty if there are none. */
export const assumedBy = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : ` (assumed: ${ids.map(toAssumption).join(', ')})`;

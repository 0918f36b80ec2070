import { visible } from '@vehicle-lookup/toolkit/markup';

/** Joins Markdown blocks with empty lines. Empty blocks are omitted. */
export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts
    .map((part = '') => part.trim())
    .filter(Boolean)
    .join('\n\n');

/** Formats text as inline code, even if the text contains backticks. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const marks = '`'.repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  return runs.length > 0 ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`;
}

export const fence = (text: string, language: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const json = (value: unknown): string => fence(JSON.stringify(value, null, 2) ?? '', 'json');

/** Escapes untrusted text for Markdown. Long text is truncated, and invisible characters become visible. */
export const plain = (text: string): string =>
  visible(line(text)).replaceAll(/[\\`*_[\]<>|#~&@]|:(?=\/\/)|(?<=\bwww)\./g, '\\$&');

/** Formats untrusted text as inline code. Long text is truncated, and invisible characters become visible. */
export const plainCode = (text: string): string => code(visible(line(text)));

/** Joins the lines of a text into one line. */
export const line = (text: string): string => text.trim().replaceAll(/\s+/g, ' ');

/** Formats a count with its noun: `1 request`, `2 requests`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const bullets = (items: readonly string[]): string => items.map((item) => `- ${line(item)}`).join('\n');

/** Formats a Markdown table. Vertical bars in cells are escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => line(cell).replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`)
    .join('\n');

/** Formats a box as on GitHub. TIP contains recommended actions, and CAUTION contains actions to avoid. */
export const box = (kind: 'NOTE' | 'TIP' | 'WARNING' | 'CAUTION', ...parts: readonly string[]): string =>
  [`[!${kind}]`, ...blocks(...parts).split('\n')].map((one) => `> ${one}`.trimEnd()).join('\n');

/** Formats a link to a path within the site. The HTML and Markdown versions of a page adapt the link. */
export const to = (path: string, text: string): string => `[${text}](/${path})`;
export const toOperation = (id: string): string => to(`operations/${id}`, code(id));
export const toAssumption = (id: string): string => to(`assumptions#${id}`, code(id));
export const toClause = (id: string): string => to(`clauses#${id}`, code(id));

/** Returns a list of links to assumptions in brackets, or an empty string if the list is empty. */
export const assumedBy = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : ` (assumed: ${ids.map(toAssumption).join(', ')})`;

import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { inline } from '../markdown/render.ts';
import { bullets, code, plain } from '../markdown/write.ts';
import type { Widget } from '../page.ts';

/** A parameter or a field of a body. Its description and sources are Markdown. */
export interface FieldRow {
  /** Id of the row, as a link target. */
  id?: string | undefined;
  name: string;
  /** Path from the body, such as `data[].carId`. */
  path: string;
  /** Human-readable name. */
  label?: string | undefined;
  type: string;
  /** Labels, such as `may be empty`. */
  flags: readonly string[];
  text: string;
  /** Limits and sources, which are initially collapsed. */
  more: readonly (readonly [name: string, text: string])[];
  rows: readonly FieldRow[];
}

/** Returns rows for parameters or fields, nested as in the body. */
export const rows = (list: readonly FieldRow[]): Widget => ({
  html: () => listOf(list),
  markdown: bullets(flat(list).map(lineOf)),
});

const flat = (list: readonly FieldRow[]): FieldRow[] => list.flatMap((row) => [row, ...flat(row.rows)]);

function lineOf({ path, label, type, flags, text, more }: FieldRow): string {
  const words = [label ?? '', type, ...flags].filter(Boolean).map(plain).join(' ');
  const texts = [text, ...more.map(([name, one]) => `${name}: ${one}.`)].filter(Boolean).join(' ');
  return `${code(path)} ${words}: ${texts}`;
}

const listOf = (list: readonly FieldRow[]): Markup =>
  list.length === 0 ? markup`` : markup`<ul class="rows">\n${list.map(itemOf)}</ul>\n`;

function itemOf({ id, name, label, type, flags, text, more, rows: inner }: FieldRow): Markup {
  const anchor = id === undefined ? markup`` : markup` id="${id}"`;
  const called = label ? markup`<span class="label">${label}</span> ` : markup``;
  return markup`<li${anchor}><div class="row"><code>${name}</code> ${called}<span class="type">${type}</span> ${flags.map(flagOf)}</div>
${text ? markup`<p>${inline(text)}</p>` : markup``}${folded(more)}${listOf(inner)}</li>
`;
}

const flagOf = (text: string): Markup => markup`<span class="flag">${text}</span> `;

const folded = (more: FieldRow['more']): Markup =>
  more.length === 0
    ? markup``
    : markup`<details class="more"><summary>${more.some(([name]) => name === 'Rules') ? 'rules' : 'source'}</summary><dl>${more.map(([name, text]) => markup`<dt>${name}</dt><dd>${inline(text)}</dd>`)}</dl></details>`;

import { type Markup, markup } from '../../markup/index.ts';

export interface FoldedTable {
  title: string;
  heads: readonly string[];
  /** A `tr` each. */
  rows: readonly Markup[];
  /** What is to be seen while the table is closed. */
  summary: string;
  isOpen: boolean;
  /** What stands above the table. */
  before?: Markup;
}

/** A section with a table that a reader opens and closes. */
export function foldedTable({ title, heads, rows, summary, isOpen, before = markup`` }: FoldedTable): Markup {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const inner =
    rows.length === 0
      ? markup`<p>None.</p>\n`
      : markup`<details${isOpen ? ' open' : ''}>
<summary>${summary}</summary>
${before}${wideTable(id, heads, rows)}</details>
`;
  return markup`<section>
<h2 id="${id}">${title}</h2>
${inner}</section>
`;
}

/**
 * A table that scrolls by itself where the page is narrow.
 * @param labelId the id of the heading above it
 */
export const wideTable = (
  labelId: string,
  heads: readonly string[],
  rows: readonly Markup[],
  className = '',
): Markup => markup`<div class="wide" tabindex="0" role="region" aria-labelledby="${labelId}">
<table${className ? markup` class="${className}"` : markup``}>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>
`;

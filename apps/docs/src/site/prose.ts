import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { heading } from './headings.ts';
import { anchor, inline } from './links.ts';

/**
 * A text of the document with its headings, paragraphs and flat lists; inside of them what `inline` knows.
 * @param level of the headings `## …`
 */
export function prose(text: string, level: 2 | 3): Markup {
  const blocks = text.trim().split(/\n\s*\n|(?<=^#.*)\n/m);
  return markup`${blocks.map((block) => {
    const [, title] = /^#+ (.*)/.exec(block) ?? [];
    if (title !== undefined) return markup`${heading(level, anchor(title.toLowerCase()), inline(title))}\n`;
    const items = block.split(/^(?:- |\d+\. )/m);
    if (items[0] !== '') return markup`<p>${inline(block)}</p>\n`;
    const list: Markup = { markup: block.startsWith('-') ? 'ul' : 'ol' };
    return markup`<${list}>${items.slice(1).map((item) => markup`<li>${inline(item)}</li>`)}</${list}>\n`;
  })}`;
}

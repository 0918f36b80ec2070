import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { idOf } from '../contract/fields.ts';
import { inline } from '../markdown/render.ts';
import { blocks } from '../markdown/write.ts';
import { type Block, htmlOf, markdownOf, type Widget } from '../page.ts';

/** A panel in a group of tabs. */
export interface Panel {
  name: string;
  label?: string;
  body: readonly Block[];
}

/**
 * Returns panels, only one of which is visible at a time. Without scripts, and in Markdown, all panels are visible.
 * @param group name of the group; groups with the same name show the same panel on every page
 * @param prefix prefix of the panel ids
 */
export function tabs(group: string, label: string, panels: readonly Panel[], prefix: string): Widget {
  const isAlone = panels.length === 1;
  const panel = ({ name, label: text = name, body }: Panel, taken: Set<string>): Markup => {
    const shown = isAlone ? markup`` : markup`<p class="tab-heading">${text}</p>`;
    return markup`<div id="${idOf(prefix, name)}" data-tab="${name}" data-tab-label="${text}">${shown}${htmlOf(body, taken)}</div>\n`;
  };
  return {
    html: (taken) =>
      markup`<div data-tabs="${group}" data-label="${label}">\n${panels.map((one) => panel(one, taken))}</div>\n`,
    markdown: blocks(
      ...panels.map(
        ({ name, label: text = name, body }) => `### ${text} {#${idOf(prefix, name)}}\n\n${markdownOf(body)}`,
      ),
    ),
  };
}

/** Returns collapsible items, each with a summary and details. */
export const folds = (items: readonly { summary: string; more: string }[]): Widget => ({
  html: (taken) =>
    markup`<ul class="folds">${items.map(({ summary, more }) => markup`<li><details><summary>${inline(summary)}</summary>${htmlOf([more], taken)}</details></li>\n`)}</ul>\n`,
  markdown: items.map(({ summary, more }) => `- ${summary}\n\n${more.replaceAll(/^(?=.)/gm, '  ')}`).join('\n\n'),
});

/** Returns a card for the right column. */
export const card = (id: string, title: string, ...body: readonly Block[]): Widget => ({
  html: (taken) => markup`<section class="card"><h2 id="${id}">${inline(title)}</h2>${htmlOf(body, taken)}</section>\n`,
  markdown: `## ${title} {#${id}}\n\n${markdownOf(body)}`,
});

/** Returns text with a sticky column on the right. On a narrow screen, this column follows the introduction. */
export const beside = (intro: readonly Block[], rail: readonly Block[], body: readonly Block[]): Widget => ({
  html: (taken) => markup`<div class="with-rail"><div>${htmlOf(intro, taken)}</div>
<div class="rail"><div>${htmlOf(rail, taken)}</div></div>
<div>${htmlOf(body, taken)}</div></div>
`,
  markdown: markdownOf([...intro, ...body, ...rail]),
});

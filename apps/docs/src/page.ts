import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { renderMarkdown } from './markdown/render.ts';
import { blocks } from './markdown/write.ts';

/** A part of a page with HTML for readers and Markdown with the same content for programs. */
export interface Widget {
  /** @param taken existing ids of the page, to which the widget adds the ids of its headings */
  html: (taken: Set<string>) => Markup;
  /** Markdown version; absent if Markdown cannot represent the widget. */
  markdown?: string;
}

/** A part of a page: either Markdown or a widget. */
export type Block = string | Widget;

/** A page. Its HTML, Markdown, table of contents and search entries are generated from its blocks. */
export interface SitePage {
  /** Path within the site, without an extension, such as `operations/getFluids`. */
  path: string;
  title: string;
  /** Main heading, in Markdown. Default: the title. */
  heading?: string;
  /** Name in the navigation. Default: the title. */
  label?: string;
  /** Description in one sentence, for previews and `llms.txt`. */
  description: string;
  body: readonly Block[];
  /** Whether the page also uses the column of the table of contents. */
  isWide?: boolean;
  /** Search keywords by section id. The id of the page itself is ''. */
  keywords?: Readonly<Record<string, readonly string[]>>;
  /** Additional scripts of the page. They read `data`. */
  scripts?: readonly string[];
  data?: unknown;
}

/** A group of related pages, in reading order. */
export interface Group {
  title: string;
  pages: readonly SitePage[];
}

/** @param taken existing ids of the page */
export const htmlOf = (body: readonly Block[], taken: Set<string> = new Set()): Markup =>
  markup`${body.map((block) => (typeof block === 'string' ? renderMarkdown(block, taken) : block.html(taken)))}`;

export const markdownOf = (body: readonly Block[]): string =>
  blocks(...body.map((block) => (typeof block === 'string' ? block : block.markdown)));

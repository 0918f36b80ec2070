import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { renderMarkdown } from './markdown/render.ts';
import { blocks } from './markdown/write.ts';

/** A part of a page that Markdown cannot show: HTML for readers, and Markdown with the same content for programs. */
export interface Widget {
  /** @param taken ids of the page, to which the widget adds the ids of its headings */
  html: (taken: Set<string>) => Markup;
  /** Absent if Markdown cannot show the widget. */
  markdown?: string;
}

/** A part of a page: Markdown or a widget. */
export type Block = string | Widget;

/** A page. Its HTML, Markdown, table of contents and search entries are made from its blocks. */
export interface SitePage {
  /** Path within the site, without an extension: `operations/getFluids`. */
  path: string;
  title: string;
  /** First heading, in Markdown. Default: the title. */
  heading?: string;
  /** Name in the navigation. Default: the title. */
  label?: string;
  /** One sentence, for previews and `llms.txt`. */
  description: string;
  body: readonly Block[];
  /** Whether the page needs the width of the table of contents. */
  isWide?: boolean;
  /** Search words of a section, by its id; of the page, by ''. */
  keywords?: Readonly<Record<string, readonly string[]>>;
  /** Scripts in addition to the scripts of every page, and the data that they read. */
  scripts?: readonly string[];
  data?: unknown;
}

/** Pages that belong together, in reading order. */
export interface Group {
  title: string;
  pages: readonly SitePage[];
}

/** @param taken ids of the page */
export const htmlOf = (body: readonly Block[], taken: Set<string> = new Set()): Markup =>
  markup`${body.map((block) => (typeof block === 'string' ? renderMarkdown(block, taken) : block.html(taken)))}`;

export const markdownOf = (body: readonly Block[]): string =>
  blocks(...body.map((block) => (typeof block === 'string' ? block : block.markdown)));

import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';
import { renderMarkdown } from './markdown/render.ts';
import { blocks } from './markdown/write.ts';

/** A part of a page that Markdown cannot show: HTML for readers, and Markdown with the same content for programs. */
export interface Widget {
  html: Markup;
  markdown: string;
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
  /** Line above the heading, in Markdown. */
  eyebrow?: string | undefined;
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

export function htmlOf(body: readonly Block[]): Markup {
  const taken = new Set<string>();
  return markup`${body.map((block) => (typeof block === 'string' ? renderMarkdown(block, taken) : block.html))}`;
}

export const markdownOf = (body: readonly Block[]): string =>
  blocks(...body.map((block) => (typeof block === 'string' ? block : block.markdown)));

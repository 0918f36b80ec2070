import { type Markup, markup } from '@vehicle-lookup/toolkit/markup';

/** Paths within the site. Pages in a directory are reached and left by `../`. */
export const PATHS = {
  start: 'index.html',
  operations: 'operations/index.html',
  all: 'operations/all.html',
  errors: 'errors.html',
  envelopes: 'envelopes.html',
  assumptions: 'assumptions.html',
  clauses: 'clauses.html',
  changes: 'changes.html',
  verification: 'verification.html',
  packages: 'packages/index.html',
  tryIt: 'try.html',
  reference: 'reference.html',
  notFound: '404.html',
} as const;

export const operationPath = (id: string): string => `operations/${id}.html`;

/** The way from a page to the root of the site: `./` or `../`. */
export const rootOf = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

/** An element id from a name: clause ids have dots, which are allowed. */
export const anchor = (...parts: string[]): string => parts.join('-').replaceAll(/[^\w.-]/g, '-');

/** Links as seen from one page. */
export interface Links {
  to(path: string, text: string | Markup): Markup;
  operation(id: string): Markup;
  assumption(id: string): Markup;
  clause(id: string): Markup;
}

export function linksFrom(page: string): Links {
  const root = rootOf(page);
  const to = (path: string, text: string | Markup): Markup => markup`<a href="${root}${path}">${text}</a>`;
  return {
    to,
    operation: (id) => to(operationPath(id), markup`<code>${id}</code>`),
    assumption: (id) => to(`${PATHS.assumptions}#${anchor(id)}`, markup`<code>${id}</code>`),
    clause: (id) => to(`${PATHS.clauses}#${anchor(id)}`, markup`<code>${id}</code>`),
  };
}

/** A text of the document, with its inline Markdown: code, strong text and emphasis. Everything else is text. */
export function inline(text: string): Markup {
  const parts = text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/);
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : marked(part)))}`;
}

function marked(part: string): Markup {
  if (part.startsWith('`')) return markup`<code>${part.slice(1, -1)}</code>`;
  return part.startsWith('**') ? markup`<strong>${part.slice(2, -2)}</strong>` : markup`<em>${part.slice(1, -1)}</em>`;
}

/** Markup with a text between its parts. */
export const joined = (parts: readonly Markup[], between = ', '): Markup =>
  markup`${parts.map((part, index) => (index === 0 ? part : markup`${between}${part}`))}`;

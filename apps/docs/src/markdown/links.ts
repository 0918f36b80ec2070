import { anchor, operationPath, PATHS, rootOf } from '../site/links.ts';
import { code } from './text.ts';

/** The pages that exist as Markdown, too: others are programs, or parts of these on one page. */
export const markdownPath = (path: string): string | undefined =>
  ([PATHS.tryIt, PATHS.reference, PATHS.all, PATHS.notFound] as string[]).includes(path)
    ? undefined
    : path.replace(/\.html$/, '.md');

/** Links of Markdown as seen from one page. */
export interface MarkdownLinks {
  to(path: string, text: string): string;
  operation(id: string): string;
  assumption(id: string): string;
  clause(id: string): string;
}

export function markdownLinksFrom(page: string): MarkdownLinks {
  const root = rootOf(page).replace(/^\.\/$/, '');
  const to = (path: string, text: string): string => {
    const [file = '', fragment] = path.split('#');
    return `[${text}](${root}${markdownPath(file) ?? file}${fragment === undefined ? '' : `#${fragment}`})`;
  };
  return {
    to,
    operation: (id) => to(operationPath(id), code(id)),
    assumption: (id) => to(`${PATHS.assumptions}#${anchor(id)}`, code(id)),
    clause: (id) => to(`${PATHS.clauses}#${anchor(id)}`, code(id)),
  };
}

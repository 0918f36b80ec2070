/** Something that a document says exists. */
export interface Mention {
  text: string;
  /** From 1. */
  line: number;
}

interface Line {
  text: string;
  line: number;
  /** The language of the fenced block that it stands in; undefined outside of blocks. */
  fence: string | undefined;
}

function linesOf(markdown: string): Line[] {
  let fence: string | undefined;
  return markdown.split('\n').map((text, index) => {
    const mark = /^```(.*)/.exec(text)?.[1];
    const line = { text, line: index + 1, fence };
    if (mark === undefined) return line;
    fence = fence === undefined ? mark : undefined;
    return { ...line, text: '' };
  });
}

const mentions = (lines: Line[], pattern: RegExp): Mention[] =>
  lines.flatMap(({ text, line }) => [...text.matchAll(pattern)].map(([, found = '']) => ({ text: found, line })));

const prose = (markdown: string): Line[] => linesOf(markdown).filter(({ fence }) => fence === undefined);

/** The files and folders that links lead to, without anchors and addresses elsewhere. */
export const linkedPaths = (markdown: string): Mention[] =>
  mentions(prose(markdown), /\]\((?![a-z]+:|#)([^)#\s]+)[^)]*\)/g);

// Characters of paths and of their patterns; neither an address nor a package.
const PATH = /^(?![/@])[\w.*<>{},/-]+$/;
// What ends like a file or a folder is one; anything else with a slash may be the name of a rule or a type of medium.
const ENDING = /\.(?:ts|js|mjs|yaml|json|md|html|hbs)$|\/$/;

/**
 * The paths that stand in backticks; `*`, `{a,b}` and `<name>` may stand in them.
 * @param isThere whether the first folder of a path exists
 */
export const quotedPaths = (markdown: string, isThere: (folder: string) => boolean): Mention[] =>
  mentions(prose(markdown), /`([^`]+)`/g).filter(({ text }) => {
    const [first = '', ...others] = text.split('/');
    return PATH.test(text) && (ENDING.test(text) || (others.length > 0 && isThere(first)));
  });

/** The command lines of shell blocks and in backticks, each from its program on, without comments. */
export function commands(markdown: string): Mention[] {
  const lines = linesOf(markdown);
  const blocks = lines.filter(({ fence }) => fence === 'sh' || fence === 'bash');
  const all = [...mentions(blocks, /^(.+)$/g), ...mentions(prose(markdown), /`([^`]+)`/g)];
  return all.map(({ text, line }) => ({ text: text.replace(/\s#.*$/, '').trim(), line }));
}

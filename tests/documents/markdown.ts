import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspacePackage } from '../support/repository.ts';

/** A path or a command in a document. */
export interface Mention {
  text: string;
  /** The first line is 1. */
  line: number;
}

interface Line {
  text: string;
  line: number;
  /** The language of the fenced block; undefined outside blocks. */
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

/** Returns the files and directories in links, without anchors, URLs, and paths of the documentation, which begin with a slash. */
export const linkedPaths = (markdown: string): Mention[] =>
  mentions(prose(markdown), /\]\((?![a-z]+:|[#/])([^)#\s]+)[^)]*\)/g);

// Matches paths and patterns, but not URLs or package names.
const PATH = /^(?![/@])[\w.*<>{},/-]+$/;
// Other strings with a slash may be rule names or media types.
const ENDING = /\.(?:ts|js|mjs|yaml|json|md|html|hbs)$|\/$/;

/**
 * Returns the paths in backticks, which may contain `*`, `{a,b}` and `<name>`.
 * @param isThere whether the first directory of a path exists
 */
export const quotedPaths = (markdown: string, isThere: (directory: string) => boolean): Mention[] =>
  mentions(prose(markdown), /`([^`]+)`/g).filter(({ text }) => {
    const [first = '', ...others] = text.split('/');
    return PATH.test(text) && (ENDING.test(text) || (others.length > 0 && isThere(first)));
  });

/** Returns the command lines in shell blocks and in backticks, without comments. */
export function commands(markdown: string): Mention[] {
  const lines = linesOf(markdown);
  const blocks = lines.filter(({ fence }) => fence === 'sh' || fence === 'bash');
  const all = [...mentions(blocks, /^(.+)$/g), ...mentions(prose(markdown), /`([^`]+)`/g)];
  return all.map(({ text, line }) => ({ text: text.replace(/\s#.*$/, '').trim(), line }));
}

/**
 * Returns the part of a command line that does not exist; undefined if every part exists, or for commands of other projects.
 * @param repository the directory in which scripts run and bins are installed
 */
export function unknownPart(command: string, repository: string, packages: WorkspacePackage[]): string | undefined {
  const [root] = packages;
  const words = command.split(/\s+/);
  const rest = words[0] === 'npx' ? words.slice(words[1] === '--yes' ? 2 : 1) : words;
  const [program = '', first = '', second = '', third = ''] = rest;
  const has = (one: WorkspacePackage | undefined, script: string) =>
    one?.scripts[script] !== undefined || (one && script === 'pack');
  if (/^pnpm(@.*)?$/.test(program) && first !== '') {
    if (first === 'exec') return hasBin(repository, second) ? undefined : `the bin ${second}`;
    if (!/^--filter(-prod)?$/.test(first)) return has(root, first) ? undefined : `the script ${first}`;
    const one = packages.find(({ name }) => name === second.replaceAll(/'|\.{3}/g, ''));
    return has(one, third) ? undefined : `the script ${third} of ${second}`;
  }
  if (program === 'node') return existsSync(join(repository, first)) ? undefined : `the file ${first}`;
  const bins = packages.flatMap(({ bin }) => Object.keys(bin));
  if (/^vehicle-lookup-[a-z]+$/.test(program)) return bins.includes(program) ? undefined : `the bin ${program}`;
  return undefined;
}

const hasBin = (repository: string, name: string): boolean => existsSync(join(repository, 'node_modules/.bin', name));

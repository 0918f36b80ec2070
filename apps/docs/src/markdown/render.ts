import { operationPath, PATHS, rootOf } from '../site/links.ts';
import type { Site } from '../site.ts';
import { textMarkdown } from '../texts/pages.ts';
import { changesMarkdown } from './changes.ts';
import { envelopesMarkdown } from './envelopes.ts';
import { markdownPath } from './links.ts';
import { operationMarkdown } from './operation.ts';
import {
  assumptionsMarkdown,
  clausesMarkdown,
  errorsMarkdown,
  llmsText,
  operationsMarkdown,
  packagesMarkdown,
  startMarkdown,
} from './pages.ts';
import { verificationMarkdown } from './verification.ts';

/**
 * The pages as Markdown, for programs that read, and where such a program begins.
 * @returns path within the site → text
 */
export function renderMarkdown(site: Site): Map<string, string> {
  const pages: [path: string, text: string][] = [
    [PATHS.start, startMarkdown(site)],
    ...site.texts.map((text): [string, string] => [text.path, textMarkdown(text)]),
    [PATHS.packages, packagesMarkdown(site)],
    [PATHS.operations, operationsMarkdown(site)],
    ...site.contract.operations.map((one): [string, string] => [operationPath(one.id), operationMarkdown(site, one)]),
    [PATHS.errors, errorsMarkdown(site)],
    [PATHS.envelopes, envelopesMarkdown(site)],
    [PATHS.assumptions, assumptionsMarkdown(site)],
    [PATHS.clauses, clausesMarkdown(site)],
    [PATHS.changes, changesMarkdown(site)],
    [PATHS.verification, verificationMarkdown(site)],
  ];
  const files = pages.map(([path, text]): [string, string] => [markdownPath(path) ?? path, `${text}\n`]);
  const all: [string, string][] = [...files, ['llms.txt', `${llmsText(site)}\n`]];
  return new Map(all.map(([path, text]) => [path, finishMarkdown(site, path, text)]));
}

/** Code in a fence or in a line, and the target of a link. */
const CODE_OR_TARGET = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<=\]\()[^)\s]+/g;

/**
 * Completes the Markdown of a page: where all pages are listed, for programs that came from a search, and links that still lead
 * somewhere when the text has left the site.
 */
export function finishMarkdown({ publicAddress }: Pick<Site, 'publicAddress'>, path: string, text: string): string {
  const list = `> Every page of this documentation: [llms.txt](${rootOf(path)}llms.txt)`;
  const whole = path === 'llms.txt' ? text : text.replace(/^# .*$/m, (title) => `${title}\n\n${list}`);
  if (publicAddress === undefined) return whole;
  const base = `${publicAddress}/${path}`;
  return whole.replace(CODE_OR_TARGET, (part) =>
    part.startsWith('`') || !URL.canParse(part, base) ? part : new URL(part, base).href,
  );
}

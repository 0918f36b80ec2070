import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import type { KnownContract } from '../contract/contract.ts';
import { withVariables } from './variables.ts';

/** A Markdown file that becomes a page of the site: a guide, or the README of a package. */
export interface Text {
  kind: 'guide' | 'package';
  /** Path within the site, such as `guides/errors-and-retries`. */
  path: string;
  title: string;
  /** Name of the page in the navigation. */
  label: string;
  /** Whether the page is in the navigation: a guide, or a package to which a guide links. */
  isListed: boolean;
  /** First sentence of the text. */
  about: string;
  /** Markdown below the title. A link that begins with `/` points to a page of the site. */
  body: string;
}

/** Directory of the guides, relative to the repository root. The file names are numbered in reading order. */
const GUIDES = 'apps/docs/content/guides';

/**
 * Reads the guides and the READMEs of the published packages.
 * @param known values for the variables in the guides; a guide with an unknown value is omitted
 * @param repository root directory of the repository
 */
export function readTexts(known: KnownContract, repository: string): Text[] {
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
  const guides = readdirSync(join(repository, GUIDES))
    .filter((name) => /^\d+-.*\.md$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((name) => {
      const text = withVariables(known, read(`${GUIDES}/${name}`), read);
      const path = `guides/${name.replace(/^\d+-|\.md$/g, '')}`;
      return text === undefined ? [] : [{ kind: 'guide' as const, path, file: `${GUIDES}/${name}`, text }];
    });
  const readmes = publishedPackages(repository).map((directory) => {
    const file = `${directory}/README.md`;
    return { kind: 'package' as const, path: `packages/${basename(directory)}`, file, text: read(file) };
  });
  const files = [...guides, ...readmes];
  const pages = new Map(files.map(({ file, path }) => [file, path]));
  const address = repositoryAddress(read('package.json'));
  const linked = new Set<string>();
  const texts = files.map(({ kind, path, file, text }) => {
    const { title, about, body } = partsOf(
      withLinks(text, (link) => {
        const target = targetOf(link, dirname(file), pages, address);
        if (kind === 'guide' && target) linked.add(target.replace(/#.*/, ''));
        return target;
      }),
    );
    return { kind, path, title, label: kind === 'guide' ? title : basename(dirname(file)), about, body };
  });
  return texts.map((text) => ({ ...text, isListed: text.kind === 'guide' || linked.has(`/${text.path}`) }));
}

/** Returns the directories of the published packages that have a README. */
const publishedPackages = (repository: string): string[] =>
  ['packages', 'apps']
    .flatMap((kind) => readdirSync(join(repository, kind)).map((name) => `${kind}/${name}`))
    .concat('contract-tests', 'spec')
    .filter((directory) => existsSync(join(repository, directory, 'README.md')))
    .filter((directory) => !JSON.parse(readFileSync(join(repository, directory, 'package.json'), 'utf8')).private)
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));

/** Returns the repository URL, or undefined if the manifest contains a placeholder. */
export function repositoryAddress(manifest: string): string | undefined {
  const [, address] = /^(?:git\+)?(https:.*?)(?:\.git)?$/.exec(JSON.parse(manifest).repository?.url ?? '') ?? [];
  return address?.includes('/OWNER/') ? undefined : address;
}

/**
 * Converts a link in a file to a link to a page of the site or to a file in the repository. Returns undefined if the repository
 * URL is required but unknown.
 * @param pages file paths with the paths of their pages
 */
export function targetOf(
  link: string,
  directory: string,
  pages: ReadonlyMap<string, string>,
  address: string | undefined,
): string | undefined {
  if (/^([a-z]+:|[#/])/.test(link)) return link;
  const [file = '', fragment] = link.split('#');
  const path = posix.join(directory, file).replace(/\/$/, '');
  const page = pages.get(path) ?? pages.get(`${path}/README.md`);
  const end = fragment === undefined ? '' : `#${fragment}`;
  return page ? `/${page}${end}` : address && `${address}/blob/main/${path}${end}`;
}

/** Matches code and escaped characters, which stay unchanged, and links with their text, which may contain code. */
const LINK = /^```[\s\S]*?^```|\\.|`[^`\n]*`|\[((?:\\.|[^[\]`\\]|`[^`]*`)*)\]\(([^)\s]+)\)/gm;

/** Replaces the link targets in Markdown. A link without a target becomes plain text. */
export const withLinks = (markdown: string, target: (link: string) => string | undefined): string =>
  markdown.replaceAll(LINK, (whole: string, words: string, link: string | undefined) => {
    if (link === undefined) return whole;
    const found = target(link);
    return found === undefined ? words : `[${words}](${found})`;
  });

/** Splits Markdown into the title, the first sentence, and the text below the title. */
export function partsOf(markdown: string): Pick<Text, 'title' | 'about' | 'body'> {
  const [, title = '', body = ''] = /^# (.*)\n([\s\S]*)$/.exec(markdown.trim()) ?? [];
  const [first = ''] = body.split(/\n\s*\n/).filter((part) => /^\s*[\w"“*`[]/.test(part));
  return { title: plainText(title), about: plainText(first).split(/(?<=\.)\s/)[0] ?? '', body: body.trim() };
}

const plainText = (markdown: string): string =>
  withLinks(markdown, () => undefined)
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

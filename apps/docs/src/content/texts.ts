import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import type { KnownContract } from '../contract/contract.ts';
import { withVariables } from './variables.ts';

/** A file in Markdown that is a page of the site: a guide, or the README of a package. */
export interface Text {
  kind: 'guide' | 'package';
  /** Within the site: `guides/errors-and-retries`. */
  path: string;
  title: string;
  /** Name in the navigation. */
  label: string;
  /** Whether the page is in the navigation: a guide, or a package to which a guide links. */
  isListed: boolean;
  /** The first sentence. */
  about: string;
  /** The text below the title. A link that begins with `/` leads to a page of the site. */
  body: string;
}

/** Path from the root of the repository. The files are numbered in reading order. */
const GUIDES = 'apps/docs/content/guides';

/**
 * Reads the guides, and the READMEs of the published packages.
 * @param known values for the variables of the guides; a guide that requires another value is left out
 * @param repository root directory of the files
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

/** The directories of published packages that have a README. */
const publishedPackages = (repository: string): string[] =>
  ['packages', 'apps']
    .flatMap((kind) => readdirSync(join(repository, kind)).map((name) => `${kind}/${name}`))
    .concat('contract-tests', 'spec')
    .filter((directory) => existsSync(join(repository, directory, 'README.md')))
    .filter((directory) => !JSON.parse(readFileSync(join(repository, directory, 'package.json'), 'utf8')).private)
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));

/** The URL of the repository; undefined if the manifest contains a placeholder. */
export function repositoryAddress(manifest: string): string | undefined {
  const [, address] = /^(?:git\+)?(https:.*?)(?:\.git)?$/.exec(JSON.parse(manifest).repository?.url ?? '') ?? [];
  return address?.includes('/OWNER/') ? undefined : address;
}

/**
 * Converts a link of a file to a link to a page of the site, or to a file of the repository; undefined if the URL of the repository
 * is unknown.
 * @param pages paths of the files that are pages
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

/** Code or an escaped character, which stays as it is, or a link with its text, which may contain code. */
const LINK = /^```[\s\S]*?^```|\\.|`[^`\n]*`|\[((?:\\.|[^[\]`\\]|`[^`]*`)*)\]\(([^)\s]+)\)/gm;

/** Replaces the links of a text. A link without a target becomes text. */
export const withLinks = (markdown: string, target: (link: string) => string | undefined): string =>
  markdown.replaceAll(LINK, (whole: string, words: string, link: string | undefined) => {
    if (link === undefined) return whole;
    const found = target(link);
    return found === undefined ? words : `[${words}](${found})`;
  });

/** The title, the first sentence, and the text below the title. */
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

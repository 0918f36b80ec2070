import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { type Known, withFacts } from './facts.ts';
import { linksIn, partsOf, type Text, WITHIN_SITE, withLinks } from './text.ts';

/** A file that is a page of the site. */
interface TextFile extends Pick<Text, 'kind' | 'path'> {
  /** From the root of the repository. */
  file: string;
  text: string;
}

/** The guides are numbered in the order in which they are read. */
const GUIDES = 'apps/docs/content/guides';

/** The manifests by which a package is published; that of npm must not say that it is private. */
const OTHER_MANIFESTS = ['pyproject.toml', 'composer.json'];

/**
 * The guides, and the READMEs of the packages that are published.
 * @param known what guides take their facts from; a guide that speaks of something else is left out
 * @param repository where the files are
 */
export function readTexts(known: Known, repository: string): Text[] {
  const read = (file: string): string => readFileSync(join(repository, file), 'utf8');
  const guides = readdirSync(join(repository, GUIDES))
    .filter((name) => /^\d+-.*\.md$/.test(name))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .flatMap((name): TextFile[] => {
      const file = `${GUIDES}/${name}`;
      const text = withFacts(known, read(file), read);
      const path = `guides/${name.replace(/^\d+-|\.md$/g, '')}.html`;
      return text === undefined ? [] : [{ kind: 'guide', path, file, text }];
    });
  const readmes = publishedPackages(repository).map((directory): TextFile => {
    const file = `${directory}/README.md`;
    return { kind: 'package', path: `packages/${basename(directory)}.html`, file, text: read(file) };
  });
  const files = [...guides, ...readmes];
  const pages = new Map(files.map(({ file, path }) => [file, path]));
  const address = addressOf(read('package.json'));
  const texts = files.map(({ kind, path, file, text }) => {
    const parts = partsOf(withLinks(text, (link) => targetOf(link, dirname(file), pages, address)));
    return { kind, path, label: kind === 'guide' ? parts.title : basename(dirname(file)), ...parts };
  });
  const linked = texts.filter(({ kind }) => kind === 'guide').flatMap(({ body }) => linksIn(body));
  return texts.map((text) => ({
    ...text,
    isListed: text.kind === 'guide' || linked.includes(WITHIN_SITE + text.path),
  }));
}

/** The directories of the packages that have a README and are published. */
function publishedPackages(repository: string): string[] {
  const has = (...path: string[]): boolean => existsSync(join(repository, ...path));
  const isPrivate = (directory: string): boolean =>
    !has(directory, 'package.json') ||
    Boolean(JSON.parse(readFileSync(join(repository, directory, 'package.json'), 'utf8')).private);
  return ['packages', 'apps']
    .flatMap((kind) => readdirSync(join(repository, kind)).map((name) => `${kind}/${name}`))
    .concat('contract-tests', 'spec')
    .filter((directory) => has(directory, 'README.md'))
    .filter((directory) => OTHER_MANIFESTS.some((name) => has(directory, name)) || !isPrivate(directory))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

/** The address of the repository; undefined while its manifest has only a placeholder. */
export function addressOf(manifest: string): string | undefined {
  const { repository } = JSON.parse(manifest) as { repository?: { url?: string } };
  const [, address] = /^(?:git\+)?(https:.*?)(?:\.git)?$/.exec(repository?.url ?? '') ?? [];
  return address?.includes('/OWNER/') ? undefined : address;
}

/**
 * Where a link of a file leads: to the page of another file, or to a file of the repository; if its address is not known, nowhere.
 * @param directory of the file that has the link
 * @param pages the page of each file, if it has one
 * @param address of the repository
 */
export function targetOf(
  link: string,
  directory: string,
  pages: ReadonlyMap<string, string>,
  address: string | undefined,
): string | undefined {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const [file = '', fragment] = link.split('#');
  const path = posix.join(directory, file).replace(/\/$/, '');
  const page = pages.get(path) ?? pages.get(`${path}/README.md`);
  const end = fragment === undefined ? '' : `#${fragment}`;
  if (page) return `${WITHIN_SITE}${page}${end}`;
  return address && `${address}/blob/main/${path}${end}`;
}

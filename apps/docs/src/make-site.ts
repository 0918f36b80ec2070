import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, withForbiddenFields } from '@vehicle-lookup/openapi';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { readChanges } from './contract/changes.ts';
import { type Contract, defaultAddress, readContract } from './contract/contract.ts';
import { CONTRACT_FILES } from './contract/contract-files.ts';
import { readProvenance } from './contract/provenance.ts';
import { readReport } from './contract/report.ts';
import { renderMarkdown } from './markdown/render.ts';
import { referenceFor } from './reference/for-site.ts';
import { crawlerFiles } from './site/crawlers.ts';
import { withHashedNames } from './site/hashed-names.ts';
import { PATHS } from './site/links.ts';
import { renderPages } from './site/render.ts';
import type { Site, TrustedServer } from './site.ts';
import { readTexts } from './texts/load.ts';

/** What differs between one site and the next. */
export interface SiteOptions {
  /** Default: the address that the document names. */
  servers?: readonly TrustedServer[] | undefined;
  canRelay?: boolean;
  /** `report.json` of a contract run. */
  report?: string | undefined;
  /** Where readers reach the site, without a slash at the end. */
  publicAddress?: string | undefined;
}

const spec = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'));
const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** Made when the package is built: the reference, scripts and styles. */
const built = fileURLToPath(new URL('../dist/static', import.meta.url));

/**
 * Makes the whole site.
 * @returns path within the site → content
 * @throws when the document or the package is not built; the message says what to do
 */
export function loadSite(options: SiteOptions = {}): Map<string, Buffer> {
  const site = readSite(options);
  const files = builtFiles();
  const reference = files.get(PATHS.reference)?.toString() ?? '';
  files.set(PATHS.reference, Buffer.from(referenceFor(site, reference)));
  for (const [path, text] of [...renderPages(site), ...renderMarkdown(site)]) files.set(path, Buffer.from(text));
  for (const name of CONTRACT_FILES) files.set(name, readFileSync(join(spec, 'dist', name)));
  for (const [path, text] of crawlerFiles(site, [...files.keys()])) files.set(path, Buffer.from(text));
  return withHashedNames(files);
}

/** @throws when the document is not built */
export function readSite({ servers, canRelay = false, report, publicAddress }: SiteOptions): Site {
  const document = readDocument();
  const contract = readContract(document);
  const known = { contract, ofService: readServiceContract(contract), servers: servers ?? [mockOf(document)] };
  return {
    ...known,
    provenance: readProvenance(contract),
    publicAddress,
    canRelay,
    report: readReport(report, contract.version),
    changes: readChanges(join(spec, 'changes')),
    texts: readTexts(known, repository),
  };
}

/** The servers of a site for which none are chosen. */
export const defaultServers = (): TrustedServer[] => [mockOf(readDocument())];

/** The path of the document, with which an address may end. */
export const documentPath = (): string => readContract(readDocument()).table.path;

const mockOf = (document: Document): TrustedServer => ({ name: 'mock', address: defaultAddress(document) });

/** What the reference service adds; its build derives the document. It may be missing: the contract does not depend on it. */
function readServiceContract(contract: Contract): Contract | undefined {
  const file = join(repository, 'apps/service/dist/openapi.json');
  if (!existsSync(file)) return undefined;
  const service = readContract(JSON.parse(readFileSync(file, 'utf8')) as Document);
  return service.version === contract.version ? service : undefined;
}

const readDocument = (): Document =>
  withForbiddenFields({ ...readBuilt('openapi.json'), 'x-clauses': readBuilt('clauses.json') ?? undefined });

function readBuilt(name: string): Document {
  try {
    return JSON.parse(readFileSync(join(spec, 'dist', name), 'utf8')) as Document;
  } catch (error) {
    const what = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read';
    throw new UserError(`spec/dist/${name} ${what}; run \`pnpm build\``);
  }
}

/** The parts that the build of this package makes. */
function builtFiles(): Map<string, Buffer> {
  if (!existsSync(join(built, PATHS.reference))) throw new UserError('the site is not built; run `pnpm build`');
  const paths = readdirSync(built, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
  const files = paths.filter((path) => statSync(join(built, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(built, path))]));
}

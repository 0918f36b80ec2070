import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, withForbiddenFields } from '@vehicle-lookup/openapi';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { readTexts, type Text } from './content/texts.ts';
import { ownText } from './content/variables.ts';
import { readChanges, type VersionChanges } from './contract/changes.ts';
import { type Contract, type KnownContract, readContract } from './contract/contract.ts';
import { type Provenance, readProvenance } from './contract/provenance.ts';
import { type ReportState, readReport } from './contract/report.ts';
import { defaultServers, type TrustedServer } from './servers.ts';

/** Options for reading a site. */
export interface SiteOptions {
  /** Servers in the form. The samples use the first server. Default: the first server in the document. */
  servers?: readonly TrustedServer[] | undefined;
  /** Whether the documentation server relays requests from the form to the servers. */
  canRelay?: boolean;
  /** Path of the `report.json` of a contract run. */
  report?: string | undefined;
  /** Public URL of the site, without a trailing slash. */
  publicAddress?: string | undefined;
}

/** The data from which all pages are generated. */
export interface Site extends KnownContract {
  provenance: Provenance;
  canRelay: boolean;
  publicAddress: string | undefined;
  report: ReportState;
  changes: readonly VersionChanges[];
  /** The guides, followed by the package READMEs. */
  texts: readonly Text[];
  /** Markdown of the page for providers. */
  implement: string;
}

export const specDirectory: string = dirname(
  createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'),
);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** @throws UserError if the document is not built */
export function readSite(options: SiteOptions = {}): Site {
  const document = readDocument();
  const { servers = defaultServers(document), canRelay = false, report, publicAddress } = options;
  const contract = readContract(document);
  const known = { contract, ofService: readServiceContract(contract), servers };
  return {
    ...known,
    provenance: readProvenance(contract),
    canRelay,
    publicAddress,
    report: readReport(report, contract.version),
    changes: readChanges(join(specDirectory, 'changes')),
    texts: readTexts(known, repository),
    implement: ownText(known, 'implement'),
  };
}

/** Reads the document of the reference service. The document may be missing, because building the site does not require it. */
function readServiceContract({ version }: Contract): Contract | undefined {
  const file = join(repository, 'apps/service/dist/openapi.json');
  if (!existsSync(file)) return undefined;
  const service = readContract(JSON.parse(readFileSync(file, 'utf8')) as Document);
  return service.version === version ? service : undefined;
}

/** Reads the contract document, including its index of clauses. */
const readDocument = (): Document =>
  withForbiddenFields({ ...readBuilt('openapi.json'), 'x-clauses': readBuilt('clauses.json') ?? undefined });

function readBuilt(name: string): Document {
  try {
    return JSON.parse(readFileSync(join(specDirectory, 'dist', name), 'utf8')) as Document;
  } catch (error) {
    const what = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read';
    throw new UserError(`spec/dist/${name} ${what}; run \`pnpm build\``);
  }
}

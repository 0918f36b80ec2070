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

/** Options of a site. */
export interface SiteOptions {
  /** The first server is in the samples. Default: the server of the document. */
  servers?: readonly TrustedServer[] | undefined;
  /** Whether the process that serves the pages relays requests of the form to the servers. */
  canRelay?: boolean;
  /** `report.json` of a contract run. */
  report?: string | undefined;
  /** URL at which readers reach the site, without a slash at the end. */
  publicAddress?: string | undefined;
}

/** The source of all pages. */
export interface Site extends KnownContract {
  provenance: Provenance;
  canRelay: boolean;
  publicAddress: string | undefined;
  report: ReportState;
  changes: readonly VersionChanges[];
  /** The guides, then the READMEs of the packages. */
  texts: readonly Text[];
  /** The text for providers. */
  implement: string;
}

export const specDirectory: string = dirname(
  createRequire(import.meta.url).resolve('@vehicle-lookup/spec/package.json'),
);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** @throws if the document is not built; the message states the next step */
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

/** Reads the document that the build of the reference service derives. It may be missing, because the contract does not depend on it. */
function readServiceContract({ version }: Contract): Contract | undefined {
  const file = join(repository, 'apps/service/dist/openapi.json');
  if (!existsSync(file)) return undefined;
  const service = readContract(JSON.parse(readFileSync(file, 'utf8')) as Document);
  return service.version === version ? service : undefined;
}

/** The document of the contract. */
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

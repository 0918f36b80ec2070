import type { Markup } from '@vehicle-lookup/toolkit/markup';
import type { VersionChanges } from './contract/changes.ts';
import type { Contract } from './contract/contract.ts';
import type { Provenance } from './contract/provenance.ts';
import type { ReportState } from './contract/report.ts';
import type { TrustedServer, TryItData } from './contract/try-it-data.ts';
import type { SearchEntry } from './search/find.ts';
import type { Text } from './texts/text.ts';

export type { TrustedServer, TryItData } from './contract/try-it-data.ts';
export type { SearchEntry } from './search/find.ts';

/** Everything that pages are made from. */
export interface Site {
  contract: Contract;
  provenance: Provenance;
  /** The contract with what the reference service adds to it. */
  ofService: Contract | undefined;
  /** The first one is in the samples. */
  servers: readonly TrustedServer[];
  /** Where readers reach the site, without a slash at the end; undefined: nobody knows. */
  publicAddress?: string | undefined;
  /** Whether the pages are served by a process that passes requests on to the servers. */
  canRelay: boolean;
  report: ReportState;
  changes: readonly VersionChanges[];
  /** The guides, then the READMEs of the packages. */
  texts: readonly Text[];
}

/** A page of the site. */
export interface SitePage {
  /** Within the site: `operations/getFluids.html`. */
  path: string;
  title: string;
  /** For search engines and previews; default: the summary of the document. */
  description?: string;
  main: Markup;
  /** `text` has the contents of the page beside it; `wide` leaves that room to the page. Default: `text`. */
  layout?: 'text' | 'wide';
  entries: SearchEntry[];
  /** What the form that sends requests has to know; undefined: the page has no form. */
  tryIt?: TryItData | undefined;
}

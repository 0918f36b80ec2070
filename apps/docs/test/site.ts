import type { TrustedServer } from '../src/contract/try-it-data.ts';
import { makeSite } from '../src/make-site.ts';
import { type DocsServer, startDocs } from '../src/server/server.ts';
import { documentPath, readSite, type SiteOptions } from '../src/site.ts';

/** Serves a site in this process, on an available port. */
export function serveSite(servers: readonly TrustedServer[] = [], options: SiteOptions = {}): Promise<DocsServer> {
  const files = makeSite(readSite({ ...(servers.length > 0 ? { servers } : {}), canRelay: true, ...options }));
  return startDocs(() => files, { servers, path: documentPath(), publicAddress: options.publicAddress });
}

import { makeSite } from '../src/make-site.ts';
import { type DocsServer, startDocs } from '../src/server/server.ts';
import type { TrustedServer } from '../src/servers.ts';
import { readSite, type SiteOptions } from '../src/site.ts';

/** Serves a site in this process, on an available port. */
export function serveSite(servers: readonly TrustedServer[] = [], options: SiteOptions = {}): Promise<DocsServer> {
  const site = readSite({ ...(servers.length > 0 ? { servers } : {}), canRelay: true, ...options });
  const files = makeSite(site);
  return startDocs(() => files, { servers, path: site.contract.table.path, publicAddress: options.publicAddress });
}

import type { TrustedServer } from '../src/contract/try-it-data.ts';
import { documentPath, loadSite, type SiteOptions } from '../src/make-site.ts';
import { assetsOf } from '../src/server/assets.ts';
import { type DocsServer, startDocs } from '../src/server/server.ts';

/** Serves the site in this process, on a free port. */
export function serveSite(servers: readonly TrustedServer[] = [], options: SiteOptions = {}): Promise<DocsServer> {
  const assets = assetsOf(loadSite({ ...(servers.length > 0 ? { servers } : {}), canRelay: true, ...options }));
  return startDocs(() => assets, { servers, path: documentPath(), publicAddress: options.publicAddress });
}

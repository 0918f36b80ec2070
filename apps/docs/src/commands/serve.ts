import { statSync } from 'node:fs';
import { Command, explain, Option, port, readyUntilStopped, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { Endpoint } from '@vehicle-lookup/toolkit/http';
import { type SiteCommandOptions, siteOptions } from '../options.ts';
import type { Site } from '../site.ts';

export const command: Command = new Command('serve')
  .summary('Serve the documentation.')
  .description('Serves the documentation. The server relays requests from the form only to the servers on the site.')
  .addOption(new Option('--port <N>', 'listen on this port; 0 selects an available port').default(4020).argParser(port))
  .addOption(new Option('--host <HOST>', 'listen on this address').default('127.0.0.1'))
  .action(serve);
for (const option of siteOptions()) command.addOption(option);

async function serve({ server: servers, report, ...options }: SiteCommandOptions & Endpoint): Promise<void> {
  const [{ makeSite }, { readSite }] = await Promise.all([import('../make-site.ts'), import('../site.ts')]);
  const { startDocs } = await import('../server/server.ts');
  const { whyNotListening } = await import('@vehicle-lookup/toolkit/http');
  const publicAddress = options.publicAddress ?? ownAddress(options);
  const read = (): Site => readSite({ servers, report, publicAddress, canRelay: true });
  const first = read();
  const site = freshSite(makeSite(first), () => makeSite(read()), report);
  const relay = { servers: first.servers, path: first.contract.table.path, publicAddress };
  const docs = await startDocs(site, relay, options).catch((error: unknown) => {
    throw new UserError(whyNotListening(error, options));
  });
  console.log(`${docs.address}/ shows the documentation`);
  await readyUntilStopped({ ready: docs.address });
  await docs.close();
}

/** Returns the URL for readers on this machine, or undefined if the URL is not known before the server listens. */
const ownAddress = ({ host, port }: Endpoint): string | undefined =>
  host === '127.0.0.1' && port !== 0 ? `http://${host}:${port}` : undefined;

type Files = ReadonlyMap<string, Buffer>;

/** Regenerates the site when the report changes. If the generation fails, the site does not change. */
export function freshSite(first: Files, make: () => Files, report: string | undefined): () => Files {
  let [made, version] = [first, versionOf(report)];
  return () => {
    const now = versionOf(report);
    if (now === version) return made;
    version = now;
    try {
      made = make();
    } catch (error) {
      console.error(`The pages still show the previous report: ${explain(error)}`);
    }
    return made;
  };
}

const versionOf = (file: string | undefined): number =>
  (file && statSync(file, { throwIfNoEntry: false })?.mtimeMs) || 0;

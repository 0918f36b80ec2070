import { statSync } from 'node:fs';
import { Command, Option, port, readyUntilStopped, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type Endpoint, whyNotListening } from '@vehicle-lookup/toolkit/http';
import { makeSite } from '../make-site.ts';
import { type SiteCommandOptions, siteOptions } from '../options.ts';
import { startDocs } from '../server/server.ts';
import { defaultServers, documentPath, readSite } from '../site.ts';

export const command: Command = new Command('serve')
  .summary('Serve the documentation.')
  .description('Serves the documentation. The server relays requests of the form only to the servers of the site.')
  .addOption(new Option('--port <N>', 'port to listen on; 0 selects an available port').default(4020).argParser(port))
  .addOption(new Option('--host <HOST>', 'address to listen on').default('127.0.0.1'))
  .action(serve);
for (const option of siteOptions()) command.addOption(option);

async function serve(options: SiteCommandOptions & Endpoint): Promise<void> {
  const { server: servers = defaultServers(), report, ...endpoint } = options;
  const publicAddress = options.publicAddress ?? ownAddress(endpoint);
  const site = freshSite(() => makeSite(readSite({ servers, report, publicAddress, canRelay: true })), report);
  const relay = { servers, path: documentPath(), publicAddress };
  const docs = await startDocs(site, relay, endpoint).catch((error: unknown) => {
    throw new UserError(whyNotListening(error, endpoint));
  });
  console.log(`${docs.address}/ shows the documentation`);
  await readyUntilStopped({ ready: docs.address });
  await docs.close();
}

/** The URL for readers on this machine, if it is known before the server listens. */
const ownAddress = ({ host, port }: Endpoint): string | undefined =>
  host === '127.0.0.1' && port !== 0 ? `http://${host}:${port}` : undefined;

type Files = ReadonlyMap<string, Buffer>;

/** Makes the site again when the report has changed. */
function freshSite(make: () => Files, report: string | undefined): () => Files {
  let [made, version] = [make(), versionOf(report)];
  return () => {
    const now = versionOf(report);
    if (now !== version) [made, version] = [make(), now];
    return made;
  };
}

const versionOf = (file: string | undefined): number =>
  (file && statSync(file, { throwIfNoEntry: false })?.mtimeMs) || 0;

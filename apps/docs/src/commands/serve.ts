import { statSync } from 'node:fs';
import { Command, Option, port, readyUntilStopped, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type Endpoint, whyNotListening } from '@vehicle-lookup/toolkit/http';
import { defaultServers, documentPath, loadSite } from '../make-site.ts';
import { type SiteCommandOptions, siteOptions } from '../options.ts';
import { type Assets, assetsOf } from '../server/assets.ts';
import { startDocs } from '../server/server.ts';

export const command: Command = new Command('serve')
  .summary('Serve the documentation.')
  .description('Serves the documentation. Requests of its form are passed on to its servers, and to no others.')
  .addOption(new Option('--port <N>', 'port to listen on; 0 takes a free one').default(4020).argParser(port))
  .addOption(new Option('--host <HOST>', 'address to listen on').default('127.0.0.1'))
  .action(serve);
for (const option of siteOptions()) command.addOption(option);

async function serve({
  server,
  report,
  publicAddress: given,
  ...endpoint
}: SiteCommandOptions & Endpoint): Promise<void> {
  const servers = server ?? defaultServers();
  const publicAddress = given ?? ownAddress(endpoint);
  const site = freshSite(() => assetsOf(loadSite({ servers, report, publicAddress, canRelay: true })), report);
  site();
  const docs = await startDocs(site, { servers, path: documentPath(), publicAddress }, endpoint).catch(
    (error: unknown) => {
      throw new UserError(whyNotListening(error, endpoint));
    },
  );
  console.log(`${docs.address}/ shows the documentation`);
  await readyUntilStopped({ ready: docs.address });
  await docs.close();
}

/** Where readers on this machine reach the site, if that is known before it listens. */
const ownAddress = ({ host, port }: Endpoint): string | undefined =>
  host === '127.0.0.1' && port !== 0 ? `http://${host}:${port}` : undefined;

/** The site, made again when the report has changed. */
function freshSite(make: () => Assets, report: string | undefined): () => Assets {
  let [made, version] = [make(), versionOf(report)];
  return () => {
    const now = versionOf(report);
    if (now !== version) [made, version] = [make(), now];
    return made;
  };
}

const versionOf = (file: string | undefined): number =>
  (file && statSync(file, { throwIfNoEntry: false })?.mtimeMs) || 0;

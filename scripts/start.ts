import './node-version.js';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Option, Program, port } from '@vehicle-lookup/command-line';
import type { OperationTable } from '@vehicle-lookup/selectors';
import { root, temporaryDirectory } from '@vehicle-lookup/testing/scripts';
import { docsOn, mockOn, type RunningServers, serviceOn, startServers } from './servers.ts';
import { type Account, anyAccount, createAccount, verify } from './verify.ts';

interface Ports {
  servicePort: number;
  adminPort: number;
  mockPort: number;
  docsPort: number;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const portOption = (flag: string, text: string, fallback: number): Option =>
  new Option(`${flag} <N>`, `port of ${text}; 0 takes a free one`).default(fallback).argParser(port);

const program = new Program('pnpm start', { version: readJson('package.json').version })
  .description('Starts service, mock and documentation, verifies service and mock, and says where everything is.')
  .addOption(portOption('--service-port', 'the service', 4000))
  .addOption(portOption('--admin-port', 'the service’s health checks and metrics', 4001))
  .addOption(portOption('--mock-port', 'the mock', 4010))
  .addOption(portOption('--docs-port', 'the documentation', 4020))
  .action(start);

async function start({ servicePort, adminPort, mockPort, docsPort }: Ports): Promise<number> {
  // The service's data are removed, whichever way this process ends.
  const dataDir = temporaryDirectory();
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  // Servers that are not ready yet end with this process.
  let stop: RunningServers['stop'] = async () => undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop().then(() => process.exit(0)));
  }
  const servers = await startServers([serviceOn(servicePort, adminPort, dataDir), mockOn(mockPort), docsOn(docsPort)]);
  stop = servers.stop;
  try {
    const account = await createAccount(dataDir, 'demo', 'standard');
    await verifyAll(servers, account);
    console.log(overview(servers, account));
    program.say(`${await servers.ended} has ended; stopping the others`);
    return 1;
  } finally {
    await stop();
  }
}

async function verifyAll({ addresses }: RunningServers, account: Account): Promise<void> {
  const { service = '', mock = '' } = addresses;
  if ((await verify('service', service, account)) !== 0) program.say('the service breaks the contract: see above');
  if ((await verify('mock', mock, anyAccount())) !== 0) program.say('the mock breaks the contract: see above');
}

const overview = ({ addresses: { service, mock, docs } }: RunningServers, account: Account): string => `
  service  ${service}   user demo; its key is in the line below and is valid until this ends
  mock     ${mock}   any user, any key
  docs     ${docs}

  curl '${service}${sample(account)}'
  curl '${mock}${sample({ user: 'demo', key: 'demo' })}'

Ctrl-C stops everything.`;

/** A request that anyone can paste: an operation without parameters, where there is one. */
function sample({ user, key }: Account): string {
  const { path, operations }: OperationTable = readJson('spec/dist/operation-table.json');
  const simple = operations.find(({ parameters }) => Object.keys(parameters).length === 0) ?? operations[0];
  return `${path}?${new URLSearchParams({ user, key, ...simple?.selectors })}`;
}

await program.main();

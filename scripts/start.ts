import './node-version.js';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { Option, Program, port } from '@vehicle-lookup/toolkit/command-line';
import { docsOn, mockOn, type RunningServers, serviceOn, startServers } from './servers.ts';
import { anyAccount, type CreatedAccount, createAccount, createPlanOfOne, useUpAllowance, verify } from './verify.ts';

interface Ports {
  servicePort: number;
  adminPort: number;
  mockPort: number;
  docsPort: number;
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const portOption = (flag: string, text: string, fallback: number): Option =>
  new Option(`${flag} <N>`, `port of ${text}; 0 chooses an available port`).default(fallback).argParser(port);

const program = new Program('pnpm start', { version: readJson('package.json').version })
  .description('Starts the service, mock and documentation, verifies the service and mock, and prints their URLs.')
  .addOption(portOption('--service-port', 'the service', 4000))
  .addOption(portOption('--admin-port', 'the service’s health checks and metrics', 4001))
  .addOption(portOption('--mock-port', 'the mock', 4010))
  .addOption(portOption('--docs-port', 'the documentation', 4020))
  .action(start);

async function start({ servicePort, adminPort, mockPort, docsPort }: Ports): Promise<number> {
  // The data of the service is removed, regardless of how this process ends.
  const dataDir = temporaryDirectory();
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  // Until the servers are ready, they end with this process.
  let stop: RunningServers['stop'] = async () => undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stop().then(() => process.exit(0)));
  }
  const report = join(dataDir, 'report');
  const servers = await startServers([serviceOn(servicePort, adminPort, dataDir), mockOn(mockPort)]);
  stop = servers.stop;
  try {
    // The documentation sends requests to both servers, so it starts when their URLs are known. The samples call the first server.
    const { mock = '', service = '' } = servers.addresses;
    const docs = await startServers([docsOn(docsPort, { mock, service }, join(report, 'report.json'))]);
    stop = async () => void (await Promise.all([docs.stop(), servers.stop()]));
    const addresses = { ...servers.addresses, ...docs.addresses };
    const account = await createAccount(dataDir, 'demo', 'standard');
    await verifyAll(addresses, account, report, await otherAccounts(dataDir, addresses.service ?? ''));
    console.log(overview(addresses, account));
    program.say(`${await Promise.race([servers.ended, docs.ended])} has ended; stopping the others`);
    return 1;
  } finally {
    await stop();
  }
}

type Addresses = RunningServers['addresses'];

/**
 * @param report the directory for the report of the service, which the documentation shows
 * @param data the file of the other accounts
 */
async function verifyAll(
  { service = '', mock = '' }: Addresses,
  account: CreatedAccount,
  report: string,
  data: string,
): Promise<void> {
  const reported = await verify('service', service, account, ['--report-dir', report, '--data', data]);
  if (reported !== 0) program.say('the service violates the contract; see above');
  if ((await verify('mock', mock, anyAccount())) !== 0) program.say('the mock violates the contract; see above');
}

/** Writes an account on a restricted plan and an account with an exhausted allowance, so that the suite can observe 403 and 429. */
async function otherAccounts(dataDir: string, service: string): Promise<string> {
  await createPlanOfOne(dataDir, 'one');
  const forbidden = await createAccount(dataDir, 'restricted', 'test');
  const exhausted = await createAccount(dataDir, 'exhausted', 'one');
  await useUpAllowance(`${service}${sample(exhausted)}`, exhausted.user);
  const file = join(dataDir, 'accounts.json');
  writeFileSync(file, JSON.stringify({ forbidden, exhausted }), { mode: 0o600 });
  return file;
}

const overview = ({ service, mock, docs }: Addresses, account: CreatedAccount): string => `
  service  ${service}   user demo; the key is in the line below and is valid until this program ends
  mock     ${mock}   any user, any key
  docs     ${docs}

  curl '${service}${sample(account)}'
  curl '${mock}${sample({ user: 'demo', key: 'demo' })}'

Ctrl-C stops everything.`;

/** Returns the path and query of a sample request, if possible of an operation without parameters. */
function sample({ user, key }: CreatedAccount): string {
  const { path, operations }: OperationTable = readJson('spec/dist/operation-table.json');
  const simple = operations.find(({ parameters }) => Object.keys(parameters).length === 0) ?? operations[0];
  return `${path}?${new URLSearchParams({ user, key, ...simple?.selectors })}`;
}

await program.main();

import './node-version.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createAccount,
  docsPart,
  mockPart,
  type Running,
  servicePart,
  startParts,
  verifyMock,
  verifyService,
} from './parts.ts';

// Brings every part up, checks the contract, says where everything is, and takes all of it down together.
const DEFAULTS = { 'service-port': '4000', 'admin-port': '4001', 'mock-port': '4010', 'docs-port': '4020' };
type Ports = typeof DEFAULTS;

const flags = Object.entries(DEFAULTS).map(([flag, port]) => `[--${flag} ${port}]`);
const USAGE = `pnpm start ${flags.join(' ')}   (0 takes a free port)`;

function ports(): Ports {
  const options = Object.fromEntries(
    Object.entries(DEFAULTS).map(([flag, port]) => [flag, { type: 'string' as const, default: port }]),
  );
  try {
    return parseArgs({ options }).values as Ports;
  } catch (error) {
    console.error(`${(error as Error).message.split('\n')[0]}\n${USAGE}`);
    process.exit(2);
  }
}

function fail(error: Error): never {
  console.error(error.message);
  process.exit(1);
}

const up = (chosen: Ports, dataDir: string): Promise<Running> =>
  startParts([
    servicePart(chosen['service-port'], chosen['admin-port'], dataDir),
    mockPart(chosen['mock-port']),
    docsPart(chosen['docs-port']),
  ]);

/** A request that anyone can paste, from the document's own example address. */
function sample({ user, key }: { user: string; key: string }): string {
  const file = join(import.meta.dirname, '../spec/dist/operation-table.json');
  const { path, operations } = JSON.parse(readFileSync(file, 'utf8'));
  const simple =
    operations.find(({ parameters }: { parameters: object }) => Object.keys(parameters).length === 0) ?? operations[0];
  return `${path}?${new URLSearchParams({ user, key, ...simple.selectors })}`;
}

const chosen = ports();
// The service's data are thrown away, whichever way this process ends.
const dataDir = mkdtempSync(join(tmpdir(), 'vehicle-lookup-'));
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));

// Parts that are still coming up go with this process by themselves.
let stop: Running['stop'] = async () => undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stop().then(() => process.exit(0)));

const { addresses, broken, stop: stopParts } = await up(chosen, dataDir).catch(fail);
stop = stopParts;
const { service = '', mock = '', docs = '' } = addresses;
const account = await createAccount(dataDir, 'demo', 'standard').catch((error) => stop().then(() => fail(error)));
if ((await verifyService(service, account)) !== 0) console.error('The service does not keep the contract: see above.');
if ((await verifyMock(mock)) !== 0) console.error('The mock does not keep the contract: see above.');
console.log(`
  service  ${service}   user demo; its key is in the line below and ends with this run
  mock     ${mock}   any user, any key
  docs     ${docs}

  curl '${service}${sample(account)}'
  curl '${mock}${sample({ user: 'demo', key: 'demo' })}'

Ctrl-C stops everything.`);

const name = await broken;
console.error(`${name} has stopped; stopping the rest.`);
await stop();
process.exitCode = 1;

import { availableParallelism, loadavg } from 'node:os';
import { type Server, startPostgresql, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import autocannon from 'autocannon';
import { openFiles } from '../src/data-store/open-data-store.ts';
import { createPostgresAccounts } from '../src/data-store/postgres/data-store.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { treeCpuSeconds } from './cpu-seconds.ts';
import { MAIN, pathsOf, prepareAccounts, prepareCatalogue } from './http-peers.ts';

// Compares full requests with SQLite and with one to three instances on PostgreSQL. The instances, PostgreSQL and the load
// generator share the cores of this machine. The setups alternate in short rounds, so background load affects all of them.
// Each ratio is printed for requests per second and for requests per CPU second (all service processes and PostgreSQL). If the load
// generator and PostgreSQL use all cores, more processes cannot serve more requests per second.
const PATTERNS = 100_000;
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const SECONDS = 2;
const CONNECTIONS = 96;

interface Setup {
  name: string;
  servers: Server[];
  /** Process IDs of the servers and of PostgreSQL. */
  pids: number[];
  paths: string[];
  rates: number[];
  coreRates: number[];
}

cleanUpAtExit();
const engine = await startPostgresql({ shared_buffers: '256MB', max_wal_size: '4GB' });
const shared = await prepareAccounts(createPostgresAccounts(engine.url));

async function serve(root: string, env: Record<string, string>): Promise<Server> {
  const server = await startServer(MAIN, ['serve', '--port', '0', '--admin-port', '0', '--data-dir', root], { env });
  server.discardOutput();
  return server;
}
const pidsOf = (servers: readonly Server[]): number[] => servers.map(({ child }) => child.pid ?? 0);

async function sqlite(): Promise<Setup> {
  const root = temporaryDirectory();
  const accounts = await prepareAccounts(openFiles(root).accounts);
  const vins = await prepareCatalogue(root, PATTERNS);
  const servers = [await serve(root, {})];
  return {
    name: 'SQLite, 1 process',
    servers,
    pids: pidsOf(servers),
    paths: pathsOf(accounts, vins),
    rates: [],
    coreRates: [],
  };
}

const roots = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
const instances: Server[] = [];
let vins: string[] = [];
for (const root of roots) {
  vins = await prepareCatalogue(root, PATTERNS);
  instances.push(await serve(root, { DATABASE_URL: engine.url }));
}
function postgresql(count: number): Setup {
  const servers = instances.slice(0, count);
  const pids = [...pidsOf(servers), engine.pid()];
  return {
    name: `PostgreSQL, ${count} ${count === 1 ? 'instance' : 'instances'}`,
    servers,
    pids,
    paths: pathsOf(shared, vins),
    rates: [],
    coreRates: [],
  };
}

const one = await sqlite();
const [first, second, third] = [postgresql(1), postgresql(2), postgresql(3)];
const all = [one, first, second, third];

async function measure({ name, servers, pids, paths, rates, coreRates }: Setup): Promise<void> {
  const cpu = () => pids.reduce((sum, pid) => sum + treeCpuSeconds(pid), 0);
  const before = cpu();
  const results = await Promise.all(
    servers.map(({ address }, index) =>
      autocannon({
        url: address,
        connections: CONNECTIONS / servers.length,
        duration: SECONDS,
        // Each instance starts with different vehicles.
        requests: paths.slice(index * 1_000, index * 1_000 + 1_000).map((path) => ({ path })),
      }),
    ),
  );
  const failed = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failed > 0) throw new Error(`${name}: ${failed} requests failed`);
  const total = results.reduce((sum, { requests }) => sum + requests.total, 0);
  rates.push(total / SECONDS);
  coreRates.push(total / (cpu() - before));
}

const load = () => loadavg()[0]?.toFixed(1);
const loadBefore = load();
for (let round = 0; round <= ROUNDS; round++) {
  for (const each of all) {
    await measure(each);
    // The first round is the warm-up.
    if (round === 0) [each.rates, each.coreRates] = [[], []];
  }
}
for (const { stop } of [...one.servers, ...instances]) await stop();
await engine.stop();

/** Returns the rate of the round with the least interference from the machine. */
const best = (values: number[]): number => Math.max(...values);
function ratio(some: Setup, other: Setup, target?: number): void {
  const [value, byCore] = [best(some.rates) / best(other.rates), best(some.coreRates) / best(other.coreRates)];
  const wanted = target === undefined ? '' : ` (at least ${target})`;
  console.log(
    `${`${some.name} / ${other.name}`.padEnd(56)}${value.toFixed(2)}${wanted}, ${byCore.toFixed(2)} by CPU time`,
  );
  if (target !== undefined && value < target) process.exitCode = 1;
}

console.log(`${availableParallelism()} cores, load average before and after: ${loadBefore}, ${load()}`);
for (const { name, rates, coreRates } of all) {
  const [rate, cost] = [Math.round(best(rates)), Math.round(1e6 / best(coreRates))];
  console.log(`${name.padEnd(30)}${rate} requests per second, ${cost} µs of CPU time each`);
}
ratio(first, one, 0.5);
ratio(second, first);
ratio(third, first);
process.exit();

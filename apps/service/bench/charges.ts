import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { startPostgresql, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import pg from 'pg';
import { openFiles } from '../src/data-store/open-data-store.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { treeCpuSeconds } from './cpu-seconds.ts';

// Compares the charges per second for PostgreSQL with one process and with three, for SQLite with one process, and for one
// PostgreSQL statement per charge. All setups run on this machine in short alternating rounds, so background load affects them all.
// Each ratio is printed for charges per second and for charges per CPU second of all processes. The second value shows the work per
// charge even on a busy machine. The target applies to charges per second. At the end, the benchmark prints the bytes that
// PostgreSQL stores for a consultation.
const ACCOUNTS = 2_000;
const AT_ONCE = 256;
const ROUNDS = Number(process.env.ROUNDS ?? 4);
const SECONDS = 3;
const PEER = join(import.meta.dirname, 'peers/charging.ts');

interface Store {
  name: string;
  how: 'quota' | 'single';
  processes: number;
  env: Record<string, string>;
  rates: number[];
  /** Charges per CPU second. */
  coreRates: number[];
  p99: number[];
}

const load = () => loadavg()[0]?.toFixed(1);
const loadBefore = load();
cleanUpAtExit();
const root = join(temporaryDirectory(), 'data');
const engine = await startPostgresql({ shared_buffers: '256MB', max_wal_size: '4GB' });
await prepare();
const shared = { DATABASE_URL: engine.url };
const store = (name: string, how: Store['how'], processes: number, env: Record<string, string>): Store => ({
  name,
  how,
  processes,
  env,
  rates: [],
  coreRates: [],
  p99: [],
});
const sqlite = store('SQLite, 1 process', 'quota', 1, {});
const one = store('PostgreSQL, 1 process', 'quota', 1, shared);
const three = store('PostgreSQL, 3 processes', 'quota', 3, shared);
const single = store('PostgreSQL, a statement each', 'single', 1, shared);
const stores = [sqlite, one, three, single];

for (let round = 0; round < ROUNDS; round++) for (const each of stores) await measure(each);
const bytes = await bytesOfConsultation();
await engine.stop();

console.log(`${availableParallelism()} cores, load average before and after: ${loadBefore}, ${load()}`);
for (const { name, rates, coreRates, p99 } of stores) {
  const [rate, cost, slow] = [Math.round(best(rates)), (1e6 / best(coreRates)).toFixed(1), Math.min(...p99).toFixed(1)];
  console.log(`${name.padEnd(30)}${rate} charges per second, ${cost} µs of CPU time each, p99 ${slow} ms`);
}
ratio(one, sqlite, 0.5);
ratio(three, sqlite, 0.6);
ratio(single, sqlite);
ratio(one, single, 2.5);
console.log(`a consultation in a window takes ${bytes.toFixed(0)} bytes in PostgreSQL, including its index`);
process.exit();

/** Returns the rate of the round with the least interference from the machine. */
function best(values: number[]): number {
  return Math.max(...values);
}

function ratio(some: Store, other: Store, target?: number): void {
  const [value, byCore] = [best(some.rates) / best(other.rates), best(some.coreRates) / best(other.coreRates)];
  const wanted = target === undefined ? '' : ` (at least ${target.toFixed(2)})`;
  const readings = `${value.toFixed(2)}${wanted}, ${byCore.toFixed(2)} by CPU time`;
  console.log(`${`${some.name} / ${other.name}`.padEnd(56)}${readings}`);
  if (target !== undefined && value < target) process.exitCode = 1;
}

async function measure({ how, processes, env, rates, coreRates, p99 }: Store): Promise<void> {
  const args = [how, root, ...[ACCOUNTS, Math.ceil(AT_ONCE / processes), SECONDS].map(String)];
  const peers = await Promise.all(Array.from({ length: processes }, () => startServer(PEER, args, { env })));
  const before = treeCpuSeconds(engine.pid());
  for (const { child } of peers) child.send('begin');
  const outputs = await Promise.all(peers.map(async ({ ended }) => JSON.parse((await ended).out)));
  const sum = (name: 'charges' | 'cpuSeconds') => outputs.reduce((total, output) => total + output[name], 0);
  rates.push(sum('charges') / SECONDS);
  coreRates.push(sum('charges') / (sum('cpuSeconds') + treeCpuSeconds(engine.pid()) - before));
  p99.push(Math.max(...outputs.map((output) => output.p99)));
}

/** Creates the same accounts in both stores. */
async function prepare(): Promise<void> {
  const { accounts } = openFiles(root);
  await accounts.prepare();
  const { registry, close } = await accounts.open();
  for (let n = 1; n <= ACCOUNTS; n++) await registry.createAccount(`bench-${n}`, 'standard');
  await close();
  const { createPostgresDataStore } = await import('../src/data-store/postgres/data-store.ts');
  const target = createPostgresDataStore(root, { url: engine.url }).accounts;
  await target.prepare();
  await target.copyFrom(accounts);
  await query('analyze');
}

async function bytesOfConsultation(): Promise<number> {
  const text = "select pg_total_relation_size('usage')::float8 / count(*) as bytes from usage";
  return (await query(text)).rows[0].bytes;
}

async function query(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: engine.url });
  await client.connect();
  const result = await client.query(text);
  await client.end();
  return result;
}

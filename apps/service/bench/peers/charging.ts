// Charges random accounts as fast as it can. Arguments: how (`quota`, `single` or `redis`), data directory, accounts, charges at once,
// seconds. It says `ready` over its channel, begins at a message, and prints charges and the 99th percentile in milliseconds.
import { once } from 'node:events';
import pg from 'pg';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { connectRedis } from './redis.ts';

const [how = '', root = '', ...figures] = process.argv.slice(2);
const [accounts = 1, atOnce = 1, seconds = 1] = figures.map(Number);
const plan = { name: 'bench', limit: 1_000_000_000, windowSeconds: 2_592_000, burst: 50, excluded: [] };

async function quota(): Promise<(id: number) => Promise<unknown>> {
  const { quota } = await (await openDataStore(root)).accounts.open();
  return (id) => quota.charge({ id, user: '', plan }, 'getVehicle');
}

/** One statement for each charge, on as many connections as they can use. */
async function single(): Promise<(id: number) => Promise<unknown>> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  const text = 'select * from charge($1, $2, $3, $4, $5, null)';
  const [limits, windows, operations] = [[plan.limit], [plan.windowSeconds * 1000], ['getVehicle']];
  return (id) => pool.query({ name: 'charge', text, values: [[id], [1], limits, windows, operations] });
}

/** Longer than a bench. If it ends early, Redis forgets its keys after this time. */
const REDIS_WINDOW_MS = 120_000;

/** The same window in the Redis of REDIS_URL, without accounts, plans and reports. */
async function redis(): Promise<(id: number) => Promise<unknown>> {
  const { charge, send } = await connectRedis(process.env.REDIS_URL ?? '');
  const keys = Array.from({ length: accounts }, (_, index) => `vehicle-lookup-bench:${index + 1}`);
  cleanUp = () => send('DEL', ...keys);
  return (id) => charge(keys[id - 1] ?? '', plan.limit, REDIS_WINDOW_MS);
}

// The bench has ended: nobody will say `begin`, or read the result.
process.on('disconnect', () => process.exit());

let cleanUp = async (): Promise<unknown> => undefined;
const ways: Record<string, () => Promise<(id: number) => Promise<unknown>>> = { quota, single, redis };
const charge = await (ways[how] ?? quota)();
process.send?.({ ready: 'charging' });
await once(process, 'message');
const cpu = process.cpuUsage();
const end = performance.now() + seconds * 1000;
const times: number[] = [];
async function lane(): Promise<void> {
  while (performance.now() < end) {
    const start = performance.now();
    await charge(1 + Math.floor(Math.random() * accounts));
    times.push(performance.now() - start);
  }
}
await Promise.all(Array.from({ length: atOnce }, lane));
times.sort((one, other) => one - other);
const { user, system } = process.cpuUsage(cpu);
await cleanUp();
const p99 = times[Math.floor(times.length * 0.99)];
console.log(JSON.stringify({ charges: times.length, p99, cpuSeconds: (user + system) / 1e6 }));
process.exit();

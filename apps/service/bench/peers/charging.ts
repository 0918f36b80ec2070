// Charges random accounts as fast as possible. Arguments: method (`quota` or `single`), data directory, accounts, concurrent
// charges, seconds. The program sends `ready` over the IPC channel, starts when it receives a message, and prints the number of
// charges and the 99th percentile in ms.
import { once } from 'node:events';
import pg from 'pg';
import { DEFAULT_SETTINGS } from '../../src/accounts/plan.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';

const [how = '', root = '', ...figures] = process.argv.slice(2);
const [accounts = 1, atOnce = 1, seconds = 1] = figures.map(Number);
const plan = { ...DEFAULT_SETTINGS, name: 'bench', limit: 1_000_000_000, windowSeconds: 2_592_000 };

async function quota(): Promise<(id: number) => Promise<unknown>> {
  const { quota } = await (await openDataStore(root)).accounts.open();
  return (id) => quota.charge({ id, user: '', plan }, 'getVehicle');
}

/** Returns a function that executes one statement per charge on a pool of connections. */
async function single(): Promise<(id: number) => Promise<unknown>> {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
  const text = 'select * from charge($1, $2, $3, $4, $5, null)';
  const [limits, windows, operations] = [[plan.limit], [plan.windowSeconds * 1000], ['getVehicle']];
  return (id) => pool.query({ name: 'charge', text, values: [[id], [1], limits, windows, operations] });
}

// The benchmark has exited, so no process will send `begin` or read the result.
process.on('disconnect', () => process.exit());

const charge = await (how === 'single' ? single() : quota());
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
const p99 = times[Math.floor(times.length * 0.99)];
console.log(JSON.stringify({ charges: times.length, p99, cpuSeconds: (user + system) / 1e6 }));
process.exit();

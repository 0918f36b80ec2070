// Measures the service under overload, at constant rates of 0.5, 1 and 2 times its capacity, with and without its limit. The
// capacity is the highest constant rate that the service can serve in time. A closed loop, whose clients wait for responses, is faster.
// The rounds of both setups alternate. For each setup, the round with the highest capacity is reported, because the machine
// disturbed it least. Prints a table:
//   node apps/service/bench/overload.ts [ROUNDS]        default: 5
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { today } from '../src/command-line/duration.ts';
import { openDataStore } from '../src/data-store/open-data-store.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { LOAD_CORES, pin, pinned, type ServicePeer, service } from './http-peers.ts';
import { type LoadResult, quantile, sendLoad } from './open-loop.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const PATTERNS = 1_000_000;
const SECONDS = 3;
/** Seconds of warm-up. The limit takes effect after half a second. */
const WARM_UP_SECONDS = 2;
/** Connections of the closed loop. */
const CLOSED = 128;
/** Fractions of the closed-loop rate that are tried as the capacity. */
const TRIED = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];
const IN_TIME_MS = 50;
const PARTS = [0.5, 1, 2];
const WITHOUT_LIMIT = join(import.meta.dirname, 'peers/service-without-limit.ts');

interface Round {
  /** The highest rate that was served in time, in requests per second. */
  capacity: number;
  /** Results, keyed by fraction of the capacity. */
  loads: Map<number, LoadResult>;
}

async function measure({ address, paths, root }: ServicePeer): Promise<Round> {
  let served = 0;
  const send = async (options: { rate?: number; connections?: number }): Promise<LoadResult> => {
    const load = await sendLoad(address, paths, SECONDS, { ...options, warmUp: WARM_UP_SECONDS });
    served += load.sum;
    return load;
  };
  const before = await charges(root);
  const closed = (await send({ connections: CLOSED })).served.length / SECONDS;
  let capacity = 0;
  for (const part of TRIED) {
    const { served, rejected } = await send({ rate: closed * part });
    capacity = closed * part;
    if (rejected.length === 0 && quantile(served, 0.99) <= IN_TIME_MS) break;
  }
  const loads = new Map<number, LoadResult>();
  for (const part of PARTS) loads.set(part, await send({ rate: capacity * part }));
  const charged = (await charges(root)) - before;
  if (charged !== served) throw new Error(`charged ${charged} consultations, served ${served}`);
  return { capacity, loads };
}

/** Returns the number of consultations charged so far. */
async function charges(root: string): Promise<number> {
  const accounts = await (await openDataStore(root)).accounts.open();
  try {
    const days = await accounts.dailyUsage({ from: '2000-01-01', to: today() });
    return days.reduce((sum, { consultations }) => sum + consultations, 0);
  } finally {
    await accounts.close();
  }
}

cleanUpAtExit();
pin(process.pid, LOAD_CORES);
const peers = [await service(PATTERNS, 'with the limit'), await service(PATTERNS, 'without the limit', WITHOUT_LIMIT)];
const rounds = new Map<string, Round[]>(peers.map(({ name }) => [name, []]));
for (let round = 0; round < ROUNDS; round++) {
  for (const peer of peers) rounds.get(peer.name)?.push(await measure(peer));
}
for (const { stop } of peers) await stop();

console.log('| | offered | served | rejected | p50, ms | p99, ms | p99 of a rejection, ms |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const [name, measured] of rounds) {
  const { capacity, loads } = measured.reduce((best, one) => (one.capacity > best.capacity ? one : best));
  for (const [part, { served, rejected }] of loads) {
    const parts = [served, rejected].map(({ length }) => (length / SECONDS / capacity).toFixed(2));
    const times = [quantile(served, 0.5), quantile(served, 0.99), quantile(rejected, 0.99)];
    const cells = [part, ...parts, ...times.map((ms) => (Number.isNaN(ms) ? '' : ms.toFixed(1)))];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  console.log(`${name}: capacity ${Math.round(capacity)} requests per second`);
}
console.log(pinned ? 'servers on one core, the load on the others' : 'not pinned: taskset or a second core is missing');
console.log(`load average ${loadavg()[0]?.toFixed(1)}`);

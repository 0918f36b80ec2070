// What the service does if it gets more requests than it can carry: a constant rate of 0.5, 1 and 2 times its capacity, with its
// limit and, for comparison, without. Prints rows of the table in RUNBOOK.md:
//   node apps/service/bench/overload.ts [ROUNDS]        default: 3
import { join } from 'node:path';
import { today } from '../src/command-line/duration.ts';
import { openDataStore } from '../src/data-store/open-data-store.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { LOAD_CORES, pin, pinned, type ServicePeer, service } from './http-peers.ts';
import { type LoadResult, quantile, sendLoad } from './open-loop.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const PATTERNS = 1_000_000;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const CLOSED = 128;
const PARTS = [0.5, 1, 2];
const UNLIMITED = join(import.meta.dirname, 'peers/service-without-limit.ts');

/** Consultations that were charged so far. */
async function charged({ root }: ServicePeer): Promise<number> {
  const accounts = await (await openDataStore(root)).accounts.open();
  try {
    const days = await accounts.usage.daily({ from: '2000-01-01', to: today() });
    return days.reduce((sum, { consultations }) => sum + consultations, 0);
  } finally {
    await accounts.close();
  }
}

const count = ({ statuses }: LoadResult, status: number): number => statuses.get(status) ?? 0;
/** The round that the machine disturbed least. */
const best = (rounds: LoadResult[]): LoadResult =>
  rounds.reduce((a, b) => (quantile(b.served, 0.99) < quantile(a.served, 0.99) ? b : a));

cleanUpAtExit();
pin(process.pid, LOAD_CORES);
const peers = [await service(PATTERNS, 'with the limit'), await service(PATTERNS, 'without', UNLIMITED)];
const results = new Map<string, LoadResult[]>();
for (let round = 0; round < ROUNDS; round++) {
  for (const peer of peers) {
    const { name, address, paths } = peer;
    const before = await charged(peer);
    let served = 0;
    const load = async (seconds: number, options: { rate?: number; connections?: number }): Promise<LoadResult> => {
      const result = await sendLoad(address, paths, seconds, options);
      served += count(result, 200);
      return result;
    };
    await load(WARM_UP_SECONDS, { connections: CLOSED });
    const capacity = count(await load(SECONDS, { connections: CLOSED }), 200) / SECONDS;
    for (const part of PARTS) {
      // The limit begins after half a second.
      await load(1, { rate: capacity * part });
      const result = await load(SECONDS, { rate: capacity * part });
      const key = `${name} | ${part}`;
      results.set(key, [...(results.get(key) ?? []), result]);
      const rate = count(result, 200) / result.seconds;
      const [p50, p99] = [0.5, 0.99].map((q) => quantile(result.served, q).toFixed(1));
      const rejected = quantile(result.rejected, 0.99).toFixed(1);
      console.log(
        `${name}, ${part} × ${Math.round(capacity)}: ${(rate / capacity).toFixed(2)} of the capacity served, p50 ${p50} ms, p99 ${p99} ms; ` +
          `rejected ${count(result, 503)}, p99 ${rejected} ms; others ${[...result.statuses].filter(([s]) => s !== 200 && s !== 503)}`,
      );
    }
    console.log(`${name}: served ${served}, charged ${(await charged(peer)) - before}`);
  }
}
for (const { stop } of peers) await stop();
console.log(pinned ? 'servers on one core, the load on the others' : 'not pinned: taskset or a second core is missing');
for (const [key, rounds] of results) {
  const { served, rejected } = best(rounds);
  console.log(
    `| ${key} | ${quantile(served, 0.5).toFixed(1)} | ${quantile(served, 0.99).toFixed(1)} | ${quantile(rejected, 0.99).toFixed(1)} |`,
  );
}

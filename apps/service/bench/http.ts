import autocannon from 'autocannon';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { constant, LOAD_CORES, type Peer, pin, pinned, prism, service } from './http-peers.ts';

// A full request (authentication, durable quota, decode among a million patterns, log and metrics as by default) against
// the least that node:http can do; against `prism mock`, whose own speed differs by machine, it is only printed. The
// servers take turns in short rounds, so that the machine's noise affects all of them. A ratio has two readings, and both
// count: in requests per second the constant server is slowed down by the load generator, which needs more time than its
// responses; in time of the core the service's waits for its disk are left out.
const PATTERNS = 1_000_000;
const ROUNDS = 10;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 256;
const TARGETS: Record<string, number> = { 'constant node:http': 0.25 };

interface Load {
  /** Requests a second. */
  rate: number;
  /** Part of a core that the server used. */
  busy: number;
}

async function load({ name, address, paths, cpuSeconds }: Peer, duration: number): Promise<Load> {
  const before = cpuSeconds();
  const share = Math.ceil(paths.length / CONNECTIONS);
  let clients = 0;
  const result = await autocannon({
    url: address + paths[0],
    connections: CONNECTIONS,
    duration,
    // Each connection requests other vehicles.
    setupClient(client) {
      const first = (clients++ * share) % paths.length;
      client.setRequests(paths.slice(first, first + share).map((path) => ({ path })));
    },
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx > 0 || errors > 0) {
    const statuses = JSON.stringify(statusCodeStats);
    throw new Error(
      `${name}: ${non2xx + errors} requests failed: statuses ${statuses}, ${errors} errors, ${timeouts} time-outs`,
    );
  }
  return { rate: result.requests.total / result.duration, busy: (cpuSeconds() - before) / result.duration };
}

/** The round that the machine disturbed least. */
const best = (values: number[]): number => Math.max(...values);

cleanUpAtExit();
pin(process.pid, LOAD_CORES);
const ours = await service(PATTERNS);
const others = [await constant(), await prism()];
const peers = [ours, ...others];
const loads = new Map<string, Load[]>(peers.map(({ name }) => [name, []]));
try {
  for (const peer of peers) await load(peer, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const peer of peers) loads.get(peer.name)?.push(await load(peer, SECONDS));
  }
} finally {
  for (const { stop } of peers) await stop();
}

const of = ({ name }: Peer): Load[] => loads.get(name) ?? [];
const rateOf = (peer: Peer): number => best(of(peer).map(({ rate }) => rate));
/** Requests per second of its core's time: the rate of a server whose load would fill its core. */
const fullRateOf = (peer: Peer): number => best(of(peer).map(({ rate, busy }) => rate / busy));

console.log(
  `${CONNECTIONS} connections, ${pinned ? 'servers on one core, the load on the others' : 'not pinned: taskset or a second core is missing'}`,
);
for (const peer of peers) {
  const [rate, cost] = [Math.round(rateOf(peer)), (1e6 / fullRateOf(peer)).toFixed(1)];
  console.log(`${peer.name.padEnd(32)}${rate} requests a second, ${cost} µs of its core a request`);
}
for (const peer of others) {
  const target = TARGETS[peer.name];
  const [byTime, byCore] = [rateOf(ours) / rateOf(peer), fullRateOf(ours) / fullRateOf(peer)];
  const readings = `${byTime.toFixed(2)} by requests a second, ${byCore.toFixed(2)} by time of the core`;
  console.log(
    `${`service / ${peer.name}`.padEnd(32)}${readings}${target === undefined ? '' : ` (each at least ${target})`}`,
  );
  // Without /proc there is no time of the core.
  if (target !== undefined && (byTime < target || byCore < target)) process.exitCode = 1;
}

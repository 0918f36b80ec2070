import autocannon from 'autocannon';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { constant, LOAD_CORES, type Peer, pin, pinned, prism, service } from './http-peers.ts';

// Compares a full request (authentication, durable quota, a look-up among a million patterns, default log and metrics) with a
// minimal node:http server. The ratio to `prism mock` has no target, because it depends on the machine. The servers alternate in
// short rounds, so background load affects all of them. Each ratio is measured in two ways, and the target applies to both.
// For requests per second, the load generator slows down the constant server, because it takes longer than the responses. CPU time
// excludes the time during which the service waits for its disk.
const PATTERNS = 1_000_000;
const ROUNDS = 10;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 256;
const TARGETS: Record<string, number> = { 'constant node:http': 0.25 };

interface Load {
  /** Requests per second. */
  rate: number;
  /** The share of a core that the server used. */
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
    // Each connection requests different vehicles.
    setupClient(client) {
      const first = (clients++ * share) % paths.length;
      client.setRequests(paths.slice(first, first + share).map((path) => ({ path })));
    },
  });
  const { non2xx, errors, timeouts, statusCodeStats } = result;
  if (non2xx > 0 || errors > 0) {
    const statuses = JSON.stringify(statusCodeStats);
    throw new Error(
      `${name}: ${non2xx + errors} requests failed: statuses ${statuses}, ${errors} errors, ${timeouts} timeouts`,
    );
  }
  return { rate: result.requests.total / result.duration, busy: (cpuSeconds() - before) / result.duration };
}

/** Returns the rate of the round with the least interference from the machine. */
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
/** Returns the requests per CPU second, which is the rate of a server that uses its core fully. */
const fullRateOf = (peer: Peer): number => best(of(peer).map(({ rate, busy }) => rate / busy));

console.log(
  `${CONNECTIONS} connections, ${pinned ? 'servers on one core, the load on the others' : 'not pinned: taskset or a second core is missing'}`,
);
for (const peer of peers) {
  const [rate, cost] = [Math.round(rateOf(peer)), (1e6 / fullRateOf(peer)).toFixed(1)];
  console.log(`${peer.name.padEnd(32)}${rate} requests per second, ${cost} µs of CPU time per request`);
}
for (const peer of others) {
  const target = TARGETS[peer.name];
  const [byTime, byCore] = [rateOf(ours) / rateOf(peer), fullRateOf(ours) / fullRateOf(peer)];
  const readings = `${byTime.toFixed(2)} by requests per second, ${byCore.toFixed(2)} by CPU time`;
  console.log(
    `${`service / ${peer.name}`.padEnd(32)}${readings}${target === undefined ? '' : ` (each at least ${target})`}`,
  );
  // Without /proc, the CPU time is NaN.
  if (target !== undefined && (byTime < target || byCore < target)) process.exitCode = 1;
}

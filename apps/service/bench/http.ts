import autocannon from 'autocannon';
import { constant, LOAD_CORES, type Peer, pin, pinned, prism, service } from './http-peers.ts';

// A full request (authentication, durable quota, decode among a million patterns, log and metrics as by default) against
// the least that node:http can do and against `prism mock`. The servers take turns in short rounds, and a ratio is the
// median of those of the rounds: the machine's noise falls on all of them.
const PATTERNS = 1_000_000;
const ROUNDS = 7;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 256;
const TARGETS = { 'constant node:http': 0.18, 'prism mock': 5 };

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
    // Each connection asks for vehicles of its own.
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

/**
 * What a server can do with its core: where the load was too small to fill it, what it would have done with all of it.
 * So the others are never compared with less than they can do. The service is taken as it is: where it leaves its core
 * alone, it mostly waits for its disk, and that is part of a request.
 */
const capacity = ({ rate, busy }: Load): number => (busy > 0 && busy < 1 ? rate / busy : rate);

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

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
  for (const { stop } of peers) stop();
}

const of = ({ name }: Peer): Load[] => loads.get(name) ?? [];
console.log(
  `${CONNECTIONS} connections, ${pinned ? 'servers on one core, the load on the others' : 'not pinned: taskset or a second core is missing'}`,
);
for (const peer of peers) {
  const [rate, busy] = [median(of(peer).map(({ rate }) => rate)), median(of(peer).map(({ busy }) => busy))];
  const cost = median(of(peer).map(({ rate, busy }) => (busy / rate) * 1e6)).toFixed(1);
  console.log(
    `${peer.name.padEnd(32)}${Math.round(rate)} requests a second, ${Math.round(busy * 100)} % of a core, ${cost} µs of it a request`,
  );
}
for (const peer of others) {
  const target = TARGETS[peer.name as keyof typeof TARGETS];
  const ratio = median(of(peer).map((load, round) => (of(ours)[round]?.rate ?? 0) / capacity(load)));
  console.log(`${`service / ${peer.name}`.padEnd(32)}${ratio.toFixed(2)} (at least ${target.toFixed(2)})`);
  if (!(ratio >= target)) process.exitCode = 1;
}

import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { closedAddress, type RunningProgram, start, startMock } from '@vehicle-lookup/testing';
import autocannon from 'autocannon';

// Compares the requests per second of the mock and of `prism mock -v silent` on the one-path-per-operation document. The rounds
// alternate, so background load on the machine affects both.
const require = createRequire(import.meta.url);
const ROUNDS = 5;
const SECONDS = 3;
const QUERY = 'user=u&key=k&carId=25573&fluids=1';

interface Peer {
  name: string;
  address: string;
  program: RunningProgram;
}

/** Flags of each measured mock. The mock without flags is compared with Prism. */
const MODES: string[][] = [
  [],
  ['--delay', '0'],
  ['--seed', '7', '--cut', '0%'],
  ['--allowance', '999999999/7d'],
  ['--plan-lacks', 'getOemParts'],
  ['--by-input'],
];

async function mock(flags: string[]): Promise<Peer> {
  const program = await startMock(flags);
  program.discardOutput();
  return { name: ['mock', ...flags].join(' '), address: `${program.address}/api/?${QUERY}`, program };
}

async function prism(): Promise<Peer> {
  const { port, origin } = new URL(await closedAddress());
  const args = ['-v', 'silent', '-h', '127.0.0.1', '-p', port, require.resolve('@vehicle-lookup/spec/operations.json')];
  const program = start(require.resolve('@stoplight/prism-cli/dist/index.js'), ['mock', ...args]);
  const address = `${origin}/getFluids?${QUERY}`;
  // Prism does not report when it is ready.
  while (!(await fetch(address).catch(() => undefined))?.ok) await setTimeout(100);
  return { name: 'prism mock -v silent', address, program };
}

async function requestsPerSecond({ address }: Peer, duration: number): Promise<number> {
  const result = await autocannon({ url: address, connections: 10, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return result.requests.average;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const peers = [await mock([]), await prism()];
for (const flags of process.argv.includes('--flags') ? MODES.slice(1) : []) peers.push(await mock(flags));
const rates = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
try {
  for (const peer of peers) await requestsPerSecond(peer, 1); // warm up
  for (let round = 0; round < ROUNDS; round++) {
    for (const peer of peers) rates.get(peer.name)?.push(await requestsPerSecond(peer, SECONDS));
  }
} finally {
  await Promise.all(peers.map(({ program }) => program.stop()));
}
const [ours = 0, reference = 1] = peers.map(({ name }) => median(rates.get(name) ?? []));
for (const { name } of peers)
  console.log(`${name.padEnd(34)}${Math.round(median(rates.get(name) ?? []))} requests per second`);
const ratio = ours / reference;
console.log(`${'ratio'.padEnd(34)}${ratio.toFixed(2)} (at least 0.80)`);
if (ratio < 0.8) process.exitCode = 1;

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import autocannon from 'autocannon';

// Requests a second of the mock against `prism mock -v silent` on the projection, in alternating rounds of one run:
// the machine's noise falls on both.
const require = createRequire(import.meta.url);
const ROUNDS = 5;
const SECONDS = 3;

interface Peer {
  name: string;
  address: string;
  stop: () => void;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function mock(): Promise<Peer> {
  const child = fork(join(import.meta.dirname, '../bin/vehicle-lookup-mock.js'), ['--port', '0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: string }];
  return { name: 'mock', address: `${ready}/api/?user=u&key=k&carId=25573&fluids=1`, stop: () => child.kill() };
}

async function prism(): Promise<Peer> {
  const port = await freePort();
  const args = [
    'mock',
    '-v',
    'silent',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    require.resolve('@vehicle-lookup/spec/operations.json'),
  ];
  const child = fork(require.resolve('@stoplight/prism-cli/dist/index.js'), args, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const address = `http://127.0.0.1:${port}/getFluids?user=u&key=k&carId=25573&fluids=1`;
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(address).then(
        (r) => r.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { name: 'prism mock -v silent', address, stop: () => child.kill() };
}

async function requestsPerSecond({ address }: Peer, duration: number): Promise<number> {
  const result = await autocannon({ url: address, connections: 10, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return result.requests.average;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const peers = [await mock(), await prism()];
const rates = new Map<string, number[]>(peers.map(({ name }) => [name, []]));
try {
  for (const peer of peers) await requestsPerSecond(peer, 1); // warm up
  for (let round = 0; round < ROUNDS; round++) {
    for (const peer of peers) rates.get(peer.name)?.push(await requestsPerSecond(peer, SECONDS));
  }
} finally {
  for (const { stop } of peers) stop();
}
const [ours = 0, reference = 1] = peers.map(({ name }) => median(rates.get(name) ?? []));
for (const { name } of peers)
  console.log(`${name.padEnd(24)}${Math.round(median(rates.get(name) ?? []))} requests a second`);
const ratio = ours / reference;
console.log(`${'ratio'.padEnd(24)}${ratio.toFixed(2)} (at least 1.00)`);
if (ratio < 1) process.exitCode = 1;

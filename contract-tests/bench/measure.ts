import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { KEY } from '../self-test/correct-service.ts';
import { inPool } from '../self-test/run.ts';
import { createChange, startService } from '../self-test/start.ts';
import { type Front, startFront } from './front.ts';
import {
  type BenchPeer,
  dredd,
  openApiResponseValidator,
  portman,
  prism,
  respect,
  type StartedPeer,
  suites,
} from './peers.ts';
import { type BenchResult, type Measurement, table } from './result.ts';
import { type BenchService, benchClasses, selectServices } from './services.ts';

const PEERS = [...suites, openApiResponseValidator, prism, respect, portman, dredd];
const USAGE = `usage: node bench/run.ts [--only CLASS] [--sample N]
  --only    selects one class of faults: ${benchClasses.join(', ')}
  --sample  selects at most N faults of each class, and N correct services`;

/**
 * Runs the suite and its peers against the catalogue, prints the table and writes `dist/result.json`.
 * @returns the exit code, which is 2 for invalid arguments
 */
export async function measure(args: string[]): Promise<number> {
  const selection = selectionOf(args);
  if (!selection) {
    console.error(USAGE);
    return 2;
  }
  const { services, leftOut } = await selectServices(selection);
  const directory = join(import.meta.dirname, 'dist');
  rmSync(directory, { recursive: true, force: true });
  console.log(`${services.length} services, ${PEERS.length} peers; all of them take about half an hour on two cores`);
  const started = performance.now();
  const measurements = await measureAll(services, PEERS, directory);
  const result: BenchResult = {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    seconds: (performance.now() - started) / 1000,
    peers: PEERS.map((peer) => ({ name: peer.name, version: versionOf(peer) })),
    services: services.map(({ difference: _, ...service }) => service),
    leftOut,
    measurements,
  };
  writeFileSync(join(directory, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.log(table(result));
  return 0;
}

/** Parses the selection of services. Returns undefined if the arguments are invalid. */
function selectionOf(args: string[]): { only?: string; most?: number } | undefined {
  const options = { only: { type: 'string' }, sample: { type: 'string' } } as const;
  try {
    const { only, sample } = parseArgs({ args, options }).values;
    if (only !== undefined && !benchClasses.some((name) => name === only)) return undefined;
    if (sample !== undefined && !/^[1-9]\d{0,3}$/.test(sample)) return undefined;
    return { ...(only === undefined ? {} : { only }), ...(sample === undefined ? {} : { most: Number(sample) }) };
  } catch {
    return undefined;
  }
}

function versionOf({ package: name }: BenchPeer): string {
  if (!name) return '';
  return JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** The number of services that are measured concurrently. */
const LANES = 2;

/** All peers with a common front. They verify a service sequentially. */
interface Lane {
  verify(service: BenchService): Promise<Measurement[]>;
  close(): void;
}

/**
 * Verifies every service with every peer.
 * @param directory the working directory for the peers
 */
export async function measureAll(
  services: BenchService[],
  peers: BenchPeer[],
  directory: string,
): Promise<Measurement[]> {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, i) => openLane(peers, join(directory, `lane-${i}`))),
  );
  const free = [...lanes];
  const measurements = await inPool(
    services,
    async (service) => {
      const lane = free.pop() as Lane;
      const own = await lane.verify(service);
      free.push(lane);
      process.stdout.write('.');
      return own;
    },
    LANES,
  ).finally(() => {
    for (const lane of lanes) lane.close();
    process.stdout.write('\n');
  });
  return measurements.flat();
}

async function openLane(peers: BenchPeer[], directory: string): Promise<Lane> {
  const front = await startFront();
  const started: [BenchPeer, StartedPeer][] = [];
  for (const [index, peer] of peers.entries()) {
    const own = join(directory, String(index));
    mkdirSync(own, { recursive: true });
    started.push([peer, await peer.start(front, own)]);
  }
  return {
    verify: async (service) => {
      const measurements: Measurement[] = [];
      for (const [peer, own] of started) measurements.push(await measurementOf(peer, own, front, service));
      return measurements;
    },
    close: () => {
      for (const [, own] of started) own.close?.();
      front.close();
    },
  };
}

/** Measures a peer with a newly started service, because some faults depend on earlier requests. */
async function measurementOf(
  peer: BenchPeer,
  started: StartedPeer,
  front: Front,
  service: BenchService,
): Promise<Measurement> {
  let requests = 0;
  const change = createChange(service.difference);
  const { url, close } = await startService((correct, request) => {
    requests++;
    return change(correct, request);
  });
  front.leadTo(url);
  const start = performance.now();
  try {
    const { flags, isIncomplete = false, output } = await started.verify(url);
    return {
      peer: peer.name,
      service: service.name,
      class: service.class,
      flags,
      isIncomplete,
      requests,
      seconds: (performance.now() - start) / 1000,
      leaks: leaks(output, [KEY]),
    };
  } finally {
    await close();
  }
}

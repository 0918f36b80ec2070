import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { KEY } from '../self-test/correct-service.ts';
import { inPool } from '../self-test/pool.ts';
import { createChange, startService } from '../self-test/start.ts';
import { type Front, startFront } from './front.ts';
import type { BenchPeer, StartedPeer } from './peers/peer.ts';
import type { Measurement } from './result.ts';
import type { BenchService } from './services.ts';

/** So many services are measured at once. */
const LANES = 2;

/** All peers behind one front. They verify a service one after another. */
interface Lane {
  verify(service: BenchService): Promise<Measurement[]>;
  close(): void;
}

/**
 * Has every peer verify every service.
 * @param directory for what the peers need
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

/** Every peer gets the service newly started: some faults remember earlier requests. */
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
    const { accuses, isIncomplete = false, output } = await started.verify(url);
    return {
      peer: peer.name,
      service: service.name,
      class: service.class,
      accuses,
      isIncomplete,
      requests,
      seconds: (performance.now() - start) / 1000,
      leaks: leaks(output, [KEY]),
    };
  } finally {
    await close();
  }
}

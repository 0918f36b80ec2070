import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { leaks } from '../src/leak.ts';
import { inPool } from '../src/mutants/pool.ts';
import { KEY } from '../src/mutants/right-service.ts';
import { changeOf, startService } from '../src/mutants/start.ts';
import { type Front, startFront } from './front.ts';
import type { Peer, Ready } from './peers/peer.ts';
import type { Look } from './result.ts';
import type { Service } from './services.ts';

/** So many services are looked at at once. */
const LANES = 2;

/** All peers behind one front. They look at a service one after another. */
interface Lane {
  look(service: Service): Promise<Look[]>;
  close(): void;
}

/**
 * Has every peer look at every service.
 * @param folder for what the peers need
 */
export async function lookAtAll(services: Service[], peers: Peer[], folder: string): Promise<Look[]> {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, i) => openLane(peers, join(folder, `lane-${i}`))));
  const free = [...lanes];
  const looks = await inPool(
    services,
    async (service) => {
      const lane = free.pop() as Lane;
      const own = await lane.look(service);
      free.push(lane);
      process.stdout.write('.');
      return own;
    },
    LANES,
  ).finally(() => {
    for (const lane of lanes) lane.close();
    process.stdout.write('\n');
  });
  return looks.flat();
}

async function openLane(peers: Peer[], folder: string): Promise<Lane> {
  const front = await startFront();
  const ready: [Peer, Ready][] = [];
  for (const [index, peer] of peers.entries()) {
    const own = join(folder, String(index));
    mkdirSync(own, { recursive: true });
    ready.push([peer, await peer.start(front, own)]);
  }
  return {
    look: async (service) => {
      const looks: Look[] = [];
      for (const [peer, own] of ready) looks.push(await look(peer, own, front, service));
      return looks;
    },
    close: () => {
      for (const [, own] of ready) own.close?.();
      front.close();
    },
  };
}

/** Every peer meets the service as it is when it starts: some faults remember. */
async function look(peer: Peer, ready: Ready, front: Front, service: Service): Promise<Look> {
  let requests = 0;
  const change = changeOf(service.difference);
  const { url, close } = await startService((right, asked) => {
    requests++;
    return change(right, asked);
  });
  front.leadTo(url);
  const started = performance.now();
  try {
    const { accuses, isIncomplete = false, output } = await ready.look(url);
    return {
      peer: peer.name,
      service: service.name,
      class: service.class,
      accuses,
      isIncomplete,
      requests,
      seconds: (performance.now() - started) / 1000,
      leaks: leaks(output, [KEY]),
    };
  } finally {
    await close();
  }
}

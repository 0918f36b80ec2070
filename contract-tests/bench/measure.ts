import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAll } from './lanes.ts';
import { dredd } from './peers/dredd.ts';
import type { BenchPeer } from './peers/peer.ts';
import { portman } from './peers/portman.ts';
import { prism } from './peers/prism.ts';
import { respect } from './peers/respect.ts';
import { openApiResponseValidator } from './peers/response-validator.ts';
import { suites } from './peers/suite.ts';
import type { BenchResult } from './result.ts';
import { benchClasses, selectServices } from './services.ts';
import { table } from './table.ts';

const PEERS = [...suites, openApiResponseValidator, prism, respect, portman, dredd];
const USAGE = `usage: node bench/run.ts [--only CLASS] [--sample N]
  --only    one class of faults: ${benchClasses.join(', ')}
  --sample  at most N faults of each class, and N correct services`;

/**
 * Runs the suite and its peers over the catalogue, prints the table, and writes `dist/result.json`.
 * @returns the exit code: 2 for wrong arguments
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

/** What is to be measured; undefined where the arguments are wrong. */
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

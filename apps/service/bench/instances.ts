// Runs three instances with one PostgreSQL behind a proxy, at half their maximum load:
//   node apps/service/bench/instances.ts [MINUTES]        default: 10
// During the run, the benchmark switches the catalogue and back, deploys the next release (with one more migration) and rolls back,
// and kills an instance. The exit code is 1 if an acknowledged charge is lost, if the old version was used more than two seconds
// after a switch, or if a request failed although it was not in progress when an instance was killed.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { debianProgram, freePort, temporaryDirectory } from '@vehicle-lookup/testing';
import pg from 'pg';
import { startBalancer } from '../test/support/balancer.ts';
import { createInstances, type Instance } from '../test/support/instances.ts';
import { type LoadCounts, quantile, startLoad } from '../test/support/load.ts';
import { metric } from '../test/support/metric.ts';
import { NGINX, startNginxOfInstances } from '../test/support/nginx.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';

const MINUTES = Number(process.argv[2] ?? 10);
if (!(MINUTES > 0)) throw new Error('usage: node apps/service/bench/instances.ts [MINUTES]');
const SECONDS = MINUTES * 60;
const INSTANCES = 3;
const ACCOUNTS = 20;
/** The number of concurrent requests. */
const AT_ONCE = 32;
/** Time in seconds for measuring the maximum rate. */
const SATURATION_SECONDS = Math.min(10, SECONDS / 6);
/** Milliseconds within which a switch must take effect on all instances. */
const SWITCH_MS = 2_000;
const DRAIN = ['--drain-delay', '1'];

const faults: string[] = [];
const round = (value: number) => Math.round(value * 10) / 10;
const expectThat = (holds: boolean, text: string) => {
  console.log(`${holds ? 'ok   ' : 'WRONG'} ${text}`);
  if (!holds) faults.push(text);
};

cleanUpAtExit();
const instances = await createInstances();
const running: Instance[] = [];

const paths: string[] = [];
for (let n = 0; n < ACCOUNTS; n++) {
  const { user, key } = await instances.account(`bench-${n}`);
  paths.push(`/api/?${new URLSearchParams({ user, key, carId: '25573', only: '1' })}`);
}
const nextRelease = copyWithMigration();
const places = await Promise.all(Array.from({ length: INSTANCES }, freePort));
for (const port of places) running.push(await instances.start({ port, args: DRAIN }));
const proxy = await startProxy(places);
const { address } = proxy;
while (!(await fetch(address).catch(() => undefined))) await wait(50);

const pathOf = (n: number) => paths[n % paths.length] ?? '';
const saturation = startLoad(address, pathOf, { atOnce: AT_ONCE });
await wait(SATURATION_SECONDS * 1000);
await saturation.stop();
const most = saturation.counts.times.length / SATURATION_SECONDS;
const rate = most / 2;
console.log(`${availableParallelism()} cores, load average ${loadavg()[0]?.toFixed(1)}`);
console.log(`saturated at ${Math.round(most)} requests per second; ${MINUTES} minutes at ${Math.round(rate)}`);

const load = startLoad(address, pathOf, { atOnce: AT_ONCE, rate });
const { counts } = load;
const begin = Date.now();
const until = (part: number) => wait(Math.max(0, begin + part * SECONDS * 1000 - Date.now()));
const failures = ({ statuses, broken }: LoadCounts = counts) => {
  const others = Object.entries(statuses).filter(([status]) => status !== '200');
  return broken + others.reduce((sum, [, count]) => sum + count, 0);
};
const memory: string[] = [];

await until(0.05);
await noteMemory();
const second = await instances.publish();
await until(0.1);
await switchTo(second, instances.version);
await until(0.25);
await switchTo(instances.version, second);
await until(0.4);
await noteMemory();
await deploy('rolling deploy to the next release', nextRelease);
await until(0.6);
await deploy('rolling deploy back', undefined);
await until(0.75);
await noteMemory();
const failedByKill = await loseOne();
await until(1);
await noteMemory();
await load.stop();

const sent = [saturation.counts, counts];
const acknowledged = sent.reduce((sum, { statuses }) => sum + (statuses[200] ?? 0), 0);
const charged = await chargesIn(instances.engine.url);
console.log(`responses by status: ${JSON.stringify(counts.statuses)}, broken: ${counts.broken}`);
console.log(
  `${[0.5, 0.99, 0.999].map((part) => `p${part * 100} ${round(quantile(counts.times, part))} ms`).join(', ')}`,
);
console.log(`memory of the instances in MB: ${memory.join('; ')}`);
const otherFailures = failures() - failedByKill + failures(saturation.counts);
expectThat(otherFailures === 0, `${otherFailures} requests failed, excluding those of the killed instance`);
expectThat(charged >= acknowledged, `${acknowledged} charges acknowledged, ${charged} stored`);
expectThat(
  charged - acknowledged <= AT_ONCE,
  `${charged - acknowledged} charges without a response (at most ${AT_ONCE})`,
);
for (const { stop } of running) await stop();
await proxy.stop();
await instances.engine.stop();
process.exit(faults.length === 0 ? 0 : 1);

async function startProxy(ports: number[]) {
  let program: string;
  try {
    program = debianProgram(NGINX.name, NGINX.path);
  } catch (error) {
    console.log(`NOT TESTED with nginx, but with a connection balancer: ${(error as Error).message}`);
    return { ...(await startBalancer(ports)), stop: async () => undefined };
  }
  return startNginxOfInstances(program, ports);
}

async function switchTo(version: string, from: string): Promise<void> {
  const start = Date.now();
  await instances.command('catalogue', 'switch', version);
  const done = Date.now();
  await wait(3 * SWITCH_MS);
  const late = (counts.versions.get(from) ?? 0) - done;
  const text = `switch to ${version} in ${done - start} ms; last response of the old version ${late} ms later`;
  expectThat(late < SWITCH_MS && (counts.versions.get(version) ?? 0) > done, text);
}

async function deploy(name: string, main: string | undefined): Promise<void> {
  const [start, before] = [Date.now(), failures()];
  for (const [index, port] of places.entries()) {
    await running[index]?.stop();
    running[index] = await instances.start({ port, args: DRAIN, ...(main === undefined ? {} : { main }) });
  }
  const failed = failures() - before;
  expectThat(failed === 0, `${name} in ${round((Date.now() - start) / 1000)} s: ${failed} requests failed`);
}

/** Kills an instance, restarts it, and returns the number of requests that failed in the meantime. */
async function loseOne(): Promise<number> {
  const before = failures();
  await running[0]?.stop('SIGKILL');
  await wait(Math.min(10, SECONDS / 20) * 1000);
  running[0] = await instances.start({ port: places[0] ?? 0, args: DRAIN });
  await wait(1000);
  const failed = failures() - before;
  expectThat(
    failed <= AT_ONCE,
    `an instance is killed: ${failed} requests failed (at most ${AT_ONCE} were in progress)`,
  );
  return failed;
}

async function noteMemory(): Promise<void> {
  const bytes = await Promise.all(running.map(({ admin }) => metric(admin, 'process_resident_memory_bytes')));
  memory.push(`${round((Date.now() - begin) / 1000)} s: ${bytes.map((one) => Math.round(one / 2 ** 20)).join(' ')}`);
}

async function chargesIn(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select sum(head)::integer as charges from usage_head');
  await client.end();
  return rows[0].charges;
}

/** Copies the sources with an additional migration, as in the next release. Returns the path of the program. */
function copyWithMigration(): string {
  const [service, copy] = [join(import.meta.dirname, '..'), temporaryDirectory()];
  for (const name of ['src', 'demo', 'dist', 'package.json']) {
    cpSync(join(service, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(service, 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, 'src/database/postgres/migrations.ts');
  const migration = "'9998-expand-next-release': ['alter table plan add column note text'],\n};\n";
  writeFileSync(file, readFileSync(file, 'utf8').replace(/\};\n$/, migration));
  return join(copy, 'src/main.ts');
}

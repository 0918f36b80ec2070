/**
 * Prints the processor time of `pnpm test` by cause and by task: `node scripts/test-cost.ts [command ...]`, only on Linux. It reads
 * the time of all processes below the command every 50 ms. The time of processes that end sooner is in one row.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

interface Cost {
  cause: string;
  /** A package and its script, such as `@vehicle-lookup/gate test`. */
  task: string;
  seconds: number;
}

const CAUSES: readonly (readonly [command: RegExp, cause: string])[] = [
  [/vitest\S*workers/, 'tests'],
  [/vitest/, 'start of Vitest and transforms'],
  [/bin\/(vehicle-lookup[\w-]*)/, 'command lines'],
  [/chrom/, 'browsers'],
  [/typescript|\btsc\b/, 'types'],
  [/biome|redocly/, 'lint'],
  [/turbo/, 'Turborepo'],
  [/(?:^|[ /])(?:p?npm|npx|corepack)(?:-cli)?(?:\.[cm]?js)?(?: |$)/, 'package managers'],
  [/postgres/, 'PostgreSQL'],
  [/\b(?:php|python3?|java|go)\b/, 'other languages'],
  [/\bgit\b/, 'git'],
];

const OTHER = 'other programs';

const costs = new Map<string, Cost>();
const [command = 'pnpm', ...args] = process.argv.length > 2 ? process.argv.slice(2) : ['pnpm', 'test'];
const begin = Date.now();
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TURBO_FORCE: 'true' } });
const timer = setInterval(() => sample(child.pid ?? 0), 50);
child.on('exit', (code) => {
  clearInterval(timer);
  process.exitCode = code ?? 1;
  report((Date.now() - begin) / 1000);
});

/** Records the time of each process that descends from the given process. */
function sample(ancestor: number): void {
  const parents = new Map<number, { parent: number; seconds: number; started: string }>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = read(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ');
    const seconds = (Number(fields[11]) + Number(fields[12])) / 100;
    parents.set(Number(pid), { parent: Number(fields[1]), seconds, started: fields[19] ?? '' });
  }
  const descends = (pid: number): boolean => pid === ancestor || (pid > 1 && descends(parents.get(pid)?.parent ?? 0));
  for (const [pid, { seconds, started }] of parents) {
    if (!descends(pid)) continue;
    const known = costs.get(`${pid} ${started}`);
    // A new process still has the command of its parent.
    if (known === undefined || known.cause === OTHER) costs.set(`${pid} ${started}`, { ...describe(pid), seconds });
    else known.seconds = seconds;
  }
}

function describe(pid: number): Omit<Cost, 'seconds'> {
  const line = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  const environment = `\0${read(`/proc/${pid}/environ`)}`;
  const variable = (name: string) => new RegExp(`\0${name}=([^\0]*)`).exec(environment)?.[1] ?? '';
  const task = `${variable('npm_package_name')} ${variable('npm_lifecycle_event')}`.trim();
  return { cause: CAUSES.find(([pattern]) => pattern.test(line))?.[1] ?? OTHER, task };
}

/** Returns the content of a file; empty if the process has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function report(seconds: number): void {
  const fields = read('/proc/self/stat')
    .replace(/^.*\) /, '')
    .split(' ');
  const total = (Number(fields[13]) + Number(fields[14])) / 100;
  const seen = sum([...costs.values()]);
  console.log(`\n${seconds.toFixed(0)} s, ${total.toFixed(0)} s of processor time`);
  const ended = { cause: 'ended between two readings', task: '', seconds: total - seen };
  const all = [...costs.values(), ended];
  print(Object.groupBy(all, ({ cause }) => cause));
  print(Object.groupBy(all, ({ task }) => task));
  print(Object.groupBy(all, ({ task, cause }) => `${task}: ${cause}`));
}

function print(groups: Partial<Record<string, Cost[]>>): void {
  const rows = Object.entries(groups).map(([name, found = []]) => ({ name, seconds: sum(found), count: found.length }));
  console.log('\n seconds processes');
  for (const { name, seconds, count } of rows.sort((a, b) => b.seconds - a.seconds)) {
    console.log(`${seconds.toFixed(1).padStart(8)} ${String(count).padStart(9)}  ${name || 'repository'}`);
  }
}

function sum(found: readonly Cost[]): number {
  return found.reduce((total, { seconds }) => total + seconds, 0);
}

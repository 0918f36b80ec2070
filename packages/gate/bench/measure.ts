import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of the Redocly CLI script. */
export const redoclyProgram: string = join(
  dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'bin/cli.js',
);

/** Returns an environment that disables Redocly's telemetry, colours and update notice. */
export const redoclyEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
});

/**
 * Measures a Node.js program and returns the medians of several runs: the elapsed seconds, and the CPU seconds of all its processes, which
 * hardly depend on the machine's load.
 * @throws Error with the output of the program if it does not print a report
 */
export function measure(cwd: string, args: readonly string[], count = 5): { seconds: number; cpu: number } {
  const runs = Array.from({ length: count }, () => {
    const script = `TIMEFORMAT='%R %U %S'; { time "$@" > "${cwd}/out" 2> "${cwd}/err"; } 2>&1`;
    const options = { cwd, env: redoclyEnvironment(), encoding: 'utf8' } as const;
    // The shell's `time` counts the CPU seconds of all processes that a command starts.
    const { status, stdout } = spawnSync('bash', ['-c', script, 'time', process.execPath, ...args], options);
    const [out, err] = ['out', 'err'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    // Exit code 1 means that changes were found. redocly also exits with 1, but without a report, if it cannot read a document.
    if ((status !== 0 && status !== 1) || !out) throw new Error(`${args.join(' ')} ended with ${status}: ${out}${err}`);
    const [seconds = 0, user = 0, system = 0] = stdout.trim().split(' ').map(Number);
    return { seconds, cpu: user + system };
  });
  const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { seconds: median(runs.map((run) => run.seconds)), cpu: median(runs.map((run) => run.cpu)) };
}

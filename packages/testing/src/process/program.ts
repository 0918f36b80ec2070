import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { cleanUpLater } from '../cleanup.ts';

/** The repository that contains these sources. */
export const root: string = join(import.meta.dirname, '../../../..');

/** The exit code and the output of a program. */
export interface ProgramResult {
  /** The exit code, or the signal that ended the program. */
  code: number | NodeJS.Signals;
  out: string;
  err: string;
}

export interface ProgramOptions extends ShellOptions {
  cwd?: string;
  /** Variables to add to the environment. */
  env?: Environment;
  /** The environment without `env`. Default: the cleaned environment of this process. */
  inherit?: Environment;
  /** Standard input. Default: empty. With `open`, the caller writes to `program.child.stdin`. */
  input?: string | Uint8Array | { open: true };
  /** The ID of the user and group under which the program runs; only root may set this option. */
  user?: number | undefined;
  /** Opens an IPC channel between the program and this process. */
  channel?: boolean;
  /** Destination of the output. Default: `collect`; `terminal` is the output of this process. */
  output?: 'collect' | 'terminal';
}

/** A running program. */
export interface RunningProgram {
  child: ChildProcess;
  output: ProgramOutput;
  /** Resolves with the exit code and the output; rejects if the program could not be started. */
  ended: Promise<ProgramResult>;
  /** Waits until the output contains a string; rejects with the output if the program ends first. */
  printed(pattern: string | RegExp): Promise<void>;
  /** Sends a signal (default: SIGTERM) and waits for the program to exit. Has no effect if the program has already exited. */
  stop(signal?: NodeJS.Signals): Promise<ProgramResult>;
  /** Drops the output and stops collecting it, for programs that run for a long time. */
  discardOutput(): void;
}

/**
 * Starts any program. In a test, the program is killed at the end of the test, or at the end of the file if it was started in
 * `beforeAll`.
 */
export function startCommand(command: readonly string[], options: ProgramOptions = {}): RunningProgram {
  const [program = '', ...args] = limited(command, options);
  const child = spawn(program, args, spawnOptions(options));
  const { output, discard } = collectOutput(child);
  const ended = waitForEnd(child).then((code) => ({ code, out: output.out, err: output.err }));
  ended.catch(() => undefined); // rejects for callers that wait for the program
  writeInput(child, options);
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  cleanUpLater(() => stop('SIGKILL').catch(() => undefined));
  const printed = (pattern: string | RegExp) => waitForOutput(child, output, ended, pattern);
  return { child, output, ended, printed, stop, discardOutput: discard };
}

/** Runs any program and waits for it to exit. */
export const runCommand = (command: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  startCommand(command, options).ended;

/** Starts a module with this Node.js. */
export const start = (module: string, args: readonly string[] = [], options?: ProgramOptions): RunningProgram =>
  startCommand([process.execPath, module, ...args], options);

/** Runs a module with this Node.js and waits for it to exit. */
export const run = (module: string, args?: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  start(module, args, options).ended;

/** Runs a line of bash and waits for it to exit. */
export const runShell = (line: string, options?: ProgramOptions): Promise<ProgramResult> =>
  runCommand(['bash', '--noprofile', '--norc', '-c', line], options);

/** A cache for the compiled code of programs that tests start repeatedly. Reading compiled code takes half as long as compiling. */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-by-node') };

function spawnOptions(options: ProgramOptions): SpawnOptions {
  const { cwd, env, inherit = cleanEnvironment(), user, channel, output, fileSizeLimit } = options;
  // The cache is not used for another user, who cannot write to it, or with a file size limit, which would cause failures.
  const cache = user === undefined && fileSizeLimit === undefined ? COMPILED : {};
  const streams = output === 'terminal' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const);
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
    env: { ...cache, ...inherit, ...env },
    stdio: ['pipe', ...streams, ...(channel ? (['ipc'] as const) : [])],
  };
}

function writeInput({ stdin }: ChildProcess, { input = '' }: ProgramOptions): void {
  stdin?.on('error', () => undefined); // a program may end without reading
  if (typeof input === 'string' || input instanceof Uint8Array) stdin?.end(input);
}

/** Settings that require a shell. */
interface ShellOptions {
  /** The maximum size of files that the program may write, in KiB, which simulates a full disk. */
  fileSizeLimit?: number;
  /** The maximum number of files and connections that the program may open. */
  descriptorLimit?: number;
  /** A command that reads the standard output, such as `head -1`. */
  pipeTo?: string;
}

/** Returns the command, or a bash command that runs it with a limit or a pipe. */
function limited(command: readonly string[], options: ShellOptions): readonly string[] {
  const { fileSizeLimit, descriptorLimit, pipeTo } = options;
  const limits = [
    ...(fileSizeLimit === undefined ? [] : [`ulimit -f ${fileSizeLimit}`]),
    ...(descriptorLimit === undefined ? [] : [`ulimit -n ${descriptorLimit}`]),
  ];
  if (limits.length === 0 && pipeTo === undefined) return command;
  const start = pipeTo === undefined ? 'exec "$@"' : `set -o pipefail; "$@" | ${pipeTo}`;
  return ['bash', '--noprofile', '--norc', '-c', [...limits, start].join('; '), 'bash', ...command];
}

export type Environment = Record<string, string>;

/** Variables that Vitest adds, that the programs of this repository read, or that change Node.js itself. */
const OURS =
  /^(VITEST|VEHICLE_LOOKUP_|OTEL_|NODE_CHANNEL_|PG[A-Z]+$|DATABASE_URL$|NODE_OPTIONS$|NODE_ENV$|(TEST|DEV|PROD|MODE|SSR)$)/;

/** Variables that pnpm, npm and the scripts of this workspace add. */
const OF_PACKAGE_MANAGERS = /^(p?npm_|INIT_CWD$|NODE$)/i;

/** The user's registry settings, which npm also adds. */
const OF_REGISTRY = /^npm_config_(registry|cafile|cache|userconfig|globalconfig|proxy|https_proxy|noproxy)$/i;

/** Returns the environment of this process without the variables for the tests and the programs in this repository. */
export const cleanEnvironment = (): Environment => without((name) => OURS.test(name));

/** Returns an environment as in a different repository: with the machine's Node.js and npm, but without this workspace's variables. */
export function outsideEnvironment(): Environment {
  const path = (process.env.PATH ?? '').split(delimiter).filter((directory) => !directory.includes('node_modules'));
  const isForeign = (name: string) => OURS.test(name) || (OF_PACKAGE_MANAGERS.test(name) && !OF_REGISTRY.test(name));
  return { ...without(isForeign), PATH: path.join(delimiter), NO_COLOR: '1' };
}

function without(isLeftOut: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isLeftOut(name))) as Environment;
}

/** The output of a program up to now. */
export interface ProgramOutput {
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
  /** Both, in order of arrival. */
  all: string;
}

/** Collects the output of a child process. `discard` drops past and future output. */
function collectOutput(child: ChildProcess): { output: ProgramOutput; discard(): void } {
  const output: ProgramOutput = { out: '', err: '', all: '' };
  let collects = true;
  const collect = (stream: 'out' | 'err') => (text: string) => {
    if (!collects) return;
    output[stream] += text;
    output.all += text;
  };
  child.stdout?.setEncoding('utf8').on('data', collect('out'));
  child.stderr?.setEncoding('utf8').on('data', collect('err'));
  const discard = () => {
    collects = false;
    Object.assign(output, { out: '', err: '', all: '' });
  };
  return { output, discard };
}

/**
 * Waits until the output contains a string.
 * @param ended resolves or rejects when the output is complete
 */
function waitForOutput(
  child: ChildProcess,
  output: ProgramOutput,
  ended: Promise<unknown>,
  pattern: string | RegExp,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const isThere = () => (typeof pattern === 'string' ? output.all.includes(pattern) : pattern.test(output.all));
    const streams = [child.stdout, child.stderr];
    const check = () => {
      if (!isThere()) return;
      for (const stream of streams) stream?.off('data', check);
      resolve();
    };
    const fail = () => reject(new Error(`the program ended without printing ${pattern}; output:\n${output.all}`));
    for (const stream of streams) stream?.on('data', check);
    ended.then(fail, reject);
    check();
  });
}

/** Waits for a child process to exit and for its output to end. The `close` event is not emitted after `disconnect()`. */
async function waitForEnd(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const [[code, signal]] = await Promise.all([
    once(child, 'exit') as Promise<[number | null, NodeJS.Signals]>,
    ...streams.map((stream) => once(stream, 'close')),
  ]);
  return code ?? signal;
}

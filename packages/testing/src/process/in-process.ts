import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import { cleanEnvironment, type Environment, type ProgramResult } from './program.ts';

/** A command line that can run without its own process, such as a `Program` of the toolkit. */
export interface CommandLine {
  /** @returns the exit code */
  run(words: readonly string[]): Promise<number>;
}

/** The options of `ProgramOptions` that do not require a separate process. */
export interface CommandLineOptions {
  cwd?: string;
  /** Variables to add to the environment. */
  env?: Environment;
  /** Standard input. Default: empty. */
  input?: string;
  /** Whether standard output and standard error are terminals. Default: false. */
  terminal?: boolean;
}

const EVENTS = ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, which is faster than `run`. The command line uses the environment, standard streams and
 * directory in the options, as in a separate process. Concurrent calls run sequentially. For signals, full disks, terminals, closed
 * pipes and calls of `process.exit`, use `run` or `start`.
 */
export function runInProcess(
  create: () => CommandLine,
  args: readonly string[],
  options: CommandLineOptions = {},
): Promise<ProgramResult> {
  const result = last.then(() => runNow(create, args, options));
  last = result.catch(() => undefined);
  return result;
}

async function runNow(
  create: () => CommandLine,
  args: readonly string[],
  { cwd, env, input = '', terminal = false }: CommandLineOptions,
): Promise<ProgramResult> {
  const printed = { out: '', err: '' };
  const collect = (name: 'out' | 'err') =>
    outputStream(terminal, (text) => {
      printed[name] += text;
    });
  const [stdout, stderr] = [collect('out'), collect('err')];
  const undo = [
    replaceEnvironment({ ...cleanEnvironment(), ...env }),
    replace(process, 'stdin', Readable.from(input === '' ? [] : [Buffer.from(input)])),
    replace(process, 'stdout', stdout),
    replace(process, 'stderr', stderr),
    replace(globalThis, 'console', new Console(stdout, stderr)),
    ...(cwd === undefined ? [] : [changeDirectory(cwd)]),
    endWithListeners(),
  ];
  try {
    const code = await create().run(args);
    return { code, ...printed };
  } finally {
    for (const step of undo.reverse()) step();
  }
}

/** Returns a stream that immediately passes each written string to `take`, like a pipe. */
function outputStream(isTTY: boolean, take: (text: string) => void): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _, done) {
      take(chunk.toString());
      done();
    },
  });
  return Object.assign(stream, { isTTY });
}

function replace(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name) ?? {};
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true });
  return () => Object.defineProperty(owner, name, before);
}

function replaceEnvironment(environment: Environment): () => void {
  const before = { ...process.env };
  const set = (variables: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  };
  set(environment);
  return () => set(before);
}

/** Returns a function that runs the exit listeners that were added since, and removes them and the signal listeners. */
function endWithListeners(): () => void {
  const before = new Set(EVENTS.flatMap((event) => process.rawListeners(event)));
  return () => {
    for (const event of EVENTS)
      for (const listener of process.rawListeners(event) as ((code: number) => void)[]) {
        if (before.has(listener)) continue;
        if (event === 'exit') listener(0);
        process.off(event, listener);
      }
  };
}

function changeDirectory(directory: string): () => void {
  const before = process.cwd();
  process.chdir(directory);
  return () => process.chdir(before);
}

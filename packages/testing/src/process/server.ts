import { type ProgramOptions, type RunningProgram, start } from './program.ts';

/** The ready message of a server: its base URL, and further URLs, keyed by name. */
export interface ReadyMessage {
  ready: string;
  [name: string]: string;
}

/** A running server. */
export interface Server extends RunningProgram {
  /** The base URL of the server. */
  address: string;
  message: ReadyMessage;
}

/**
 * Starts a module with this Node.js and waits for its ready message.
 * @throws with the output of the program if it exits first
 */
export async function startServer(
  module: string,
  args: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<Server> {
  const program = start(module, args, { ...options, channel: true });
  const message = await waitUntilReady(program);
  if (message) return { ...program, address: message.ready, message };
  const { code } = await program.ended;
  throw new Error(`${module} ended with ${code} before it was ready:\n${program.output.all}`);
}

/** Waits for the ready message of a program. Returns undefined if the program exits first. */
export async function waitUntilReady({ child, ended }: RunningProgram): Promise<ReadyMessage | undefined> {
  const ready = new Promise<ReadyMessage>((resolve) => {
    child.on('message', (message: ReadyMessage) => {
      if (message.ready) resolve(message);
    });
  });
  return Promise.race([ready, ended.then(() => undefined)]);
}

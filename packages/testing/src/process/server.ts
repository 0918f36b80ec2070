import { type ProgramOptions, type RunningProgram, start } from './program.ts';

/** What a server tells the process that started it: its base URL, and further addresses by name. */
export interface ReadyMessage {
  ready: string;
  [name: string]: string;
}

/** A server that answers. */
export interface Server extends RunningProgram {
  /** Its base URL. */
  address: string;
  message: ReadyMessage;
}

/**
 * Starts a module on this Node.js and waits until it says over the channel that it is ready.
 * @throws with its output when it ends instead
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

/** Waits until a program says over its channel that it is ready; undefined: it has ended instead. */
export async function waitUntilReady({ child, ended }: RunningProgram): Promise<ReadyMessage | undefined> {
  const ready = new Promise<ReadyMessage>((resolve) => {
    child.on('message', (message: ReadyMessage) => {
      if (message.ready) resolve(message);
    });
  });
  return Promise.race([ready, ended.then(() => undefined)]);
}

import { EXIT } from '../command-error.ts';

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** How a user ends a batch. */
export interface Signals {
  /** After the first signal: nothing new is asked, as what is under way may be charged already. */
  stop: AbortController;
  /** After the second one: what is under way is let go. */
  abort: AbortController;
  /** The exit code that the shell expects after a signal. */
  exitCode(): number | undefined;
  /** Leaves the signals to the system again. */
  release(): void;
}

/** Listens for the signals that end a program. */
export function stopOnSignals(): Signals {
  const stop = new AbortController();
  const abort = new AbortController();
  let exitCode: number | undefined;
  const listen = (signal: NodeJS.Signals) => {
    if (exitCode !== undefined) return abort.abort();
    exitCode = CODES[signal as keyof typeof CODES];
    stop.abort();
    // On a terminal the bar is there, or the ^C.
    if (process.stderr.isTTY) console.error();
    console.error('vehicle-lookup: stopping; waiting for what is under way. Again: stop at once');
  };
  for (const signal of Object.keys(CODES)) process.on(signal, listen);
  return {
    stop,
    abort,
    exitCode: () => exitCode,
    release: () => {
      for (const signal of Object.keys(CODES)) process.off(signal, listen);
    },
  };
}

import type { Command } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from '../exit-code.ts';

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** While a single request is made, says what a signal may cost. */
export function endOnSignals(say: Command['say']): void {
  for (const [signal, code] of Object.entries(CODES))
    process.once(signal, () => {
      say('interrupted; the request may have been charged');
      process.exit(code);
    });
}

/** How a user ends a batch. */
export interface Signals {
  /** Aborted by the first signal: no new request. Requests in progress continue, because they may be charged already. */
  stop: AbortController;
  /** Aborted by the second signal: requests in progress are cancelled. */
  abort: AbortController;
  /** The exit code for a shell after a signal; undefined without one. */
  exitCode(): number | undefined;
}

/** Listens for the signals that end a program. */
export function stopOnSignals(say: Command['say']): Signals {
  const stop = new AbortController();
  const abort = new AbortController();
  let exitCode: number | undefined;
  for (const [signal, code] of Object.entries(CODES))
    process.on(signal, () => {
      if (exitCode !== undefined) return abort.abort();
      exitCode = code;
      stop.abort();
      // The current line of a terminal contains the bar or ^C.
      if (process.stderr.isTTY) console.error();
      say('stopping; waiting for the requests in progress. Send the signal again to stop immediately');
    });
  return { stop, abort, exitCode: () => exitCode };
}

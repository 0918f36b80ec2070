import type { Command } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from '../exit-code.ts';

const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** Exits on a signal during a single request, and reports that the request may have been charged. */
export function endOnSignals(say: Command['say']): void {
  for (const [signal, code] of Object.entries(CODES))
    process.once(signal, () => {
      say('interrupted; the request may have been charged');
      process.exit(code);
    });
}

/** Controls for ending a batch. */
export interface Signals {
  /** Aborted by the first signal: no new requests are sent. Requests in progress continue, because they may already be charged. */
  stop: AbortController;
  /** Aborted by the second signal: requests in progress are cancelled. */
  abort: AbortController;
  /** Returns the exit code after a signal, or undefined if no signal was received. */
  exitCode(): number | undefined;
}

/** Handles the signals that interrupt or terminate the program. */
export function stopOnSignals(say: Command['say']): Signals {
  const stop = new AbortController();
  const abort = new AbortController();
  let exitCode: number | undefined;
  for (const [signal, code] of Object.entries(CODES))
    process.on(signal, () => {
      if (exitCode !== undefined) return abort.abort();
      exitCode = code;
      stop.abort();
      // The current line of the terminal contains the progress or ^C.
      if (process.stderr.isTTY) console.error();
      say('stopping; waiting for the requests in progress. Send the signal again to stop immediately');
    });
  return { stop, abort, exitCode: () => exitCode };
}

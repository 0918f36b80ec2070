import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type Level = (typeof levels)[number];

/**
 * Structured logs, one JSON object a line. What is logged is chosen field by field: no request, no address, no error
 * of a request is ever given to it whole, so there is nothing to redact.
 */
export const createLog = (level: Level, destination: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);

/** Where logs go. */
export interface LogFile extends DestinationStream {
  /** Writes what is still in memory. */
  flushSync(): void;
}

/** Characters that are written at once under load: a write costs as much as ten lines. */
const BATCH = 16_000;

/** Standard error, written in batches: at the latest after a second, when it is flushed, and when the process exits. */
export function standardError(): LogFile {
  const destination = pino.destination({ dest: 2, sync: false, minLength: BATCH, periodicFlush: 1_000 });
  // A reader that goes away (`serve 2>&1 | head`) is no reason to stop serving.
  destination.on('error', () => undefined);
  process.once('exit', () => destination.flushSync());
  return destination;
}

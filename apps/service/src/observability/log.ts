import { setTimeout as wait } from 'node:timers/promises';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger };

export const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type Level = (typeof levels)[number];

/**
 * Structured logs, one JSON object a line. What is logged is chosen field by field: no request, no address, no error
 * of a request is ever given to it whole, so there is nothing to redact.
 */
export const createLog = (level: Level, destination: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: isoTime }, destination);

/** The lines of one millisecond share its text. */
let latest = { ms: Number.NaN, text: '' };

function isoTime(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: `,"time":"${new Date(ms).toISOString()}"` };
  return latest.text;
}

/** Where logs go. */
export interface LogFile extends DestinationStream {
  /** Hands over what is still in memory; resolves when it is written, or when nobody has read it in time. */
  flush(): Promise<void>;
  /** Lines that were given up, as nobody read those before them. */
  dropped(): number;
}

/** Lines that are written at once under load: a write of its own for each would cost more than all the rest of it. */
const BATCH = 256;
const FLUSH_MS = 1_000;
/** Bytes that may wait for a reader. */
const UNREAD = 1024 * 1024;
/** How long the end waits for one. */
const LAST_MS = 500;

/**
 * Standard error, written in batches: at the latest after a second, when it is flushed, and when the process exits. A
 * pipe that nobody reads holds up nothing. So Node's own stream writes it: one that writes a pipe from the thread pool,
 * as `pino.destination` does, has threads that wait for the reader, and a process does not exit before its threads.
 */
export function standardError(): LogFile {
  const { stderr } = process;
  // A reader that goes away (`serve 2>&1 | head`) is no reason to stop serving.
  stderr.on('error', () => undefined);
  let lines: string[] = [];
  let dropped = 0;
  const handOver = () => {
    if (stderr.writableLength > UNREAD) dropped += lines.length;
    else if (lines.length > 0) stderr.write(lines.join(''));
    lines = [];
  };
  setInterval(handOver, FLUSH_MS).unref();
  process.once('exit', handOver);
  return {
    write: (line) => {
      if (lines.push(line) >= BATCH) handOver();
    },
    flush: () => {
      handOver();
      const written = new Promise<void>((resolve) => stderr.write('', () => resolve()));
      return Promise.race([written, wait(LAST_MS, undefined, { ref: false })]);
    },
    dropped: () => dropped,
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import pino, { type DestinationStream, type Logger } from 'pino';
import { isoNow } from './clock.ts';

export type { Logger };
export type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/**
 * Structured logs, one JSON object on each line. Callers choose what is logged field by field: no request, no address and
 * no error of a request is ever passed as a whole, so there is nothing to redact.
 */
export const createLog = (level: Level, destination: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: () => `,"time":"${isoNow()}"` }, destination);

/** Where logs are written. */
export interface LogFile extends DestinationStream {
  /** Writes what is still in memory; resolves when it is written, or when it has not been read in time. */
  flush(): Promise<void>;
  /** How many lines were dropped because the lines before them were not read. */
  dropped(): number;
}

/** Lines in one write under load: one write for each line would cost more than everything else about it. */
const BATCH = 256;
const FLUSH_MS = 1_000;
/** Limit on the bytes that wait for a reader. */
const UNREAD = 1024 * 1024;
/** How long `flush` waits for a reader. */
const LAST_MS = 500;

/**
 * Standard error, written in batches: after a second at the latest, when it is flushed, and when the process exits. An
 * unread pipe does not block the service. Therefore Node's own stream writes it: `pino.destination` writes a pipe from
 * threads that wait for the reader, and a process does not exit before its threads.
 */
export function standardError(): LogFile {
  const { stderr } = process;
  // The service continues if the reader ends (`serve 2>&1 | head`).
  stderr.on('error', () => undefined);
  let lines: string[] = [];
  let dropped = 0;
  const writeBatch = () => {
    if (stderr.writableLength > UNREAD) dropped += lines.length;
    else if (lines.length > 0) stderr.write(lines.join(''));
    lines = [];
  };
  setInterval(writeBatch, FLUSH_MS).unref();
  process.once('exit', writeBatch);
  return {
    write: (line) => {
      if (lines.push(line) >= BATCH) writeBatch();
    },
    flush: () => {
      writeBatch();
      const written = new Promise<void>((resolve) => stderr.write('', () => resolve()));
      return Promise.race([written, wait(LAST_MS, undefined, { ref: false })]);
    },
    dropped: () => dropped,
  };
}

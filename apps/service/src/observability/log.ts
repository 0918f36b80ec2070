import { setTimeout as wait } from 'node:timers/promises';
import pino, { type DestinationStream, type Logger } from 'pino';
import { isoNow } from './clock.ts';

export type { Logger };
export type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';

/**
 * Creates a structured log with one JSON object on each line. Callers pass individual fields, never a whole request, URL or
 * request error, so the log requires no redaction.
 */
export const createLog = (level: Level, destination: DestinationStream): Logger =>
  pino({ level, base: null, timestamp: () => `,"time":"${isoNow()}"` }, destination);

/** The destination of log lines. */
export interface LogFile extends DestinationStream {
  /** Writes the buffered lines; resolves when the lines are written or the time limit is reached. */
  flush(): Promise<void>;
  /** Returns the number of lines that were dropped because earlier lines were not read. */
  dropped(): number;
}

/** Number of lines in one write under load; a write for each line would cost more than the other steps of logging it. */
const BATCH = 256;
const FLUSH_MS = 1_000;
/** Maximum number of bytes that wait for a reader. */
const UNREAD = 1024 * 1024;
/** Milliseconds that `flush` waits for a reader. */
const LAST_MS = 500;

/**
 * Returns a log file that writes batches to standard error: after at most a second, at `flush`, and at process exit. An unread
 * pipe must not block the service. Therefore, a Node.js stream writes the lines: `pino.destination` writes to a pipe in threads
 * that wait for the reader, and the process would not exit before its threads.
 */
export function standardError(): LogFile {
  const { stderr } = process;
  // The service continues if the reader exits (`serve 2>&1 | head`).
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

import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { RunError } from '../run-error.ts';

/** Counts requests before they are made. */
export interface Ledger {
  /** Requests of earlier runs. */
  before: number;
  /**
   * @param text the request, without credentials
   * @returns how many requests of all runs were reserved before it, itself included
   */
  reserve: (text: string) => number;
  close: () => void;
}

const noLedger: Ledger = { before: 0, reserve: () => 0, close: () => {} };

/**
 * Opens a ledger on disk. A line is a request that may have been made: it is written to the disk before the request is
 * sent, so that a run that breaks off has never made more requests than its ledger says. An incomplete line counts, too. Of
 * several runs at the same time, each counts the lines of all up to its own.
 * @throws RunError when the file cannot be read or written, or is not a ledger
 */
export function openLedger(file: string | undefined): Ledger {
  if (file === undefined) return noLedger;
  try {
    const lines = linesOf(file);
    // Lines of other runs may come between those of this one.
    const run = randomUUID();
    const handle = openSync(file, 'a');
    // An incomplete line is ended, so that the next one is a line of its own.
    if (lines.length > 0 && !readFileSync(file, 'utf8').endsWith('\n')) writeSync(handle, '\n');
    return {
      before: lines.length,
      reserve: (text) => {
        writeSync(handle, `${JSON.stringify({ reserved: text, run })}\n`);
        fsyncSync(handle);
        return linesOf(file).findLastIndex((line) => line.includes(run)) + 1;
      },
      close: () => closeSync(handle),
    };
  } catch (error) {
    throw refused(error, 'written');
  }
}

/**
 * The number of requests in a ledger on disk, which is not changed.
 * @throws RunError when the file cannot be read, or is not a ledger
 */
export function reservedIn(file: string | undefined): number {
  if (file === undefined) return 0;
  try {
    return linesOf(file).length;
  } catch (error) {
    throw refused(error, 'read');
  }
}

const HEAD = '{"reserved":';

function linesOf(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  if (lines.every((line) => line.startsWith(HEAD) || HEAD.startsWith(line))) return lines;
  throw new RunError('--ledger: the file holds something else; give another name, or remove it');
}

const refused = (error: unknown, what: string): RunError =>
  error instanceof RunError
    ? error
    : new RunError(`--ledger: the file cannot be ${what} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { RunError } from './run-error.ts';

/** Counts requests before they are made. */
export interface Ledger {
  /** Requests of earlier runs. */
  before: number;
  /** @param text the request, without credentials */
  reserve: (text: string) => void;
  close: () => void;
}

const nowhere: Ledger = { before: 0, reserve: () => {}, close: () => {} };

/**
 * Opens a ledger on disk. A line is a request that may have been made: it is safe on the disk before the request leaves,
 * so that a run that breaks off has never made more than its ledger says. A line that broke off counts, too.
 * @throws RunError when the file cannot be read or written, or is no ledger
 */
export function openLedger(file: string | undefined): Ledger {
  if (file === undefined) return nowhere;
  try {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
    if (lines.some((line) => !line.startsWith('{"reserved":'))) {
      throw new RunError('--ledger: the file holds something else; give another name, or remove it');
    }
    const handle = openSync(file, 'a');
    // A line that broke off is ended, so that the next one is a line of its own.
    if (lines.length > 0 && !readFileSync(file, 'utf8').endsWith('\n')) writeSync(handle, '\n');
    return {
      before: lines.length,
      reserve: (text) => {
        writeSync(handle, `${JSON.stringify({ reserved: text })}\n`);
        fsyncSync(handle);
      },
      close: () => closeSync(handle),
    };
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw new RunError(`--ledger: the file cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

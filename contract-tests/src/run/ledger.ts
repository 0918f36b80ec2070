import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { PlannedRequest, Request } from '../plan/request.ts';
import { RunError } from '../run-error.ts';

/** What requests cost: themselves, and the consultations that the provider charges. */
export interface Cost {
  requests: number;
  consultations: number;
}

/** The windows in which costs count, in milliseconds; undefined: all time. */
export type Windows = { [name in keyof Cost]?: number | undefined };

/** Counts requests before they are made. */
export interface Ledger {
  /** The costs of earlier runs. */
  before: Cost;
  /**
   * @param text the request, without credentials
   * @returns the costs of all runs up to this request, itself included
   */
  reserve: (text: string, isCharged: boolean) => Cost;
  /** A request that was expected to be free was charged. */
  charge: (text: string) => void;
  close: () => void;
}

const FREE: Cost = { requests: 0, consultations: 0 };
const noLedger: Ledger = { before: FREE, reserve: () => FREE, charge: () => {}, close: () => {} };

/**
 * Opens a ledger on disk. A line is a request that may have been made: it is written to the disk before the request is
 * sent, so that a run that breaks off has never made more requests than its ledger says. An incomplete line counts, too. Of
 * several runs at the same time, each counts the lines of all up to its own.
 * @param now milliseconds since the epoch
 * @throws RunError when the file cannot be read or written, or is not a ledger
 */
export function openLedger(file: string | undefined, now: () => number = Date.now, windows: Windows = {}): Ledger {
  if (file === undefined) return noLedger;
  try {
    const before = costOf(linesOf(file), now(), windows);
    // Lines of other runs may come between those of this one.
    const run = randomUUID();
    const handle = openSync(file, 'a');
    // End an incomplete line, so that the next entry starts on a new line.
    if (!/(^|\n)$/.test(readFileSync(file, 'utf8'))) writeSync(handle, '\n');
    const write = (line: object) => {
      writeSync(handle, `${JSON.stringify({ ...line, run, at: new Date(now()).toISOString() })}\n`);
      fsyncSync(handle);
    };
    return {
      before,
      reserve: (text, isCharged) => {
        write({ reserved: text, charged: isCharged ? 1 : 0 });
        const lines = linesOf(file);
        return costOf(lines.slice(0, lines.findLastIndex((line) => line.includes(run)) + 1), now(), windows);
      },
      charge: (text) => write({ reserved: text, charged: 1, requests: 0 }),
      close: () => closeSync(handle),
    };
  } catch (error) {
    throw rejected(error, 'written');
  }
}

/**
 * The costs in a ledger on disk, which is not changed.
 * @throws RunError when the file cannot be read, or is not a ledger
 */
export function reservedIn(file: string | undefined, now: number, windows: Windows): Cost {
  if (file === undefined) return FREE;
  try {
    return costOf(linesOf(file), now, windows);
  } catch (error) {
    throw rejected(error, 'read');
  }
}

const HEAD = '{"reserved":';

interface Line {
  charged?: number;
  requests?: number;
  at?: string;
}

function linesOf(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  if (!lines.every((line) => line.startsWith(HEAD) || HEAD.startsWith(line))) {
    throw new RunError('--ledger: the file holds something else; give another name, or remove it');
  }
  const old = lines.findIndex((line) => isWhole(line) && read(line).at === undefined);
  if (old < 0) return lines;
  throw new RunError(
    `--ledger: line ${old + 1} has no time: an older version of this suite wrote it; start a new file`,
  );
}

function isWhole(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}

const read = (line: string): Line => (isWhole(line) ? (JSON.parse(line) as Line) : {});

/** An incomplete line has no time: it counts for ever. */
function costOf(lines: readonly string[], now: number, windows: Windows): Cost {
  const entries = lines.map(read);
  const count = (name: keyof Cost, costs: (line: Line) => number): number =>
    entries
      .filter(({ at }) => at === undefined || now - Date.parse(at) < (windows[name] ?? Number.POSITIVE_INFINITY))
      .reduce((sum, line) => sum + costs(line), 0);
  return {
    requests: count('requests', ({ requests = 1 }) => requests),
    consultations: count('consultations', ({ charged = 1 }) => charged),
  };
}

const rejected = (error: unknown, what: string): RunError =>
  error instanceof RunError
    ? error
    : new RunError(`--ledger: the file cannot be ${what} (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);

/** Whether the provider charges a response with a status: by the assumption `charging` a success costs, and errors are free. */
export const isCharged = (status: string, { prefer, method }: Pick<Request, 'prefer' | 'method'>): boolean =>
  status === '200' && prefer === undefined && method !== 'OPTIONS';

/** What planned requests cost if every response is the expected one. */
export const costOfPlan = (requests: readonly PlannedRequest[]): Cost => ({
  requests: requests.length,
  consultations: requests.filter((request) => isCharged(request.status, request)).length,
});

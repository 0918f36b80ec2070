import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { errorCode } from '../files.ts';
import type { PlannedRequest, Request } from '../plan/request.ts';
import { RunError } from '../run-error.ts';

/** The cost of requests: their number, and the number of charged consultations. */
export interface Cost {
  requests: number;
  consultations: number;
}

/** A number for each kind of cost, such as the maximum, or the window in milliseconds. Undefined means no limit. */
export type CostLimits = { [name in keyof Cost]?: number | undefined };

/** A ledger that counts requests before they are sent. */
export interface Ledger {
  /** The costs of earlier runs. */
  before: Cost;
  /**
   * Counts a request.
   * @param textOf returns the text of the request, without credentials
   * @returns the cost of all runs up to and including this request
   */
  reserve: (textOf: () => string, isCharged: boolean) => Cost;
  /** Counts the consultation of a request that was unexpectedly charged. */
  charge: (text: string) => void;
}

/** Creates a ledger that does not store requests. */
export const noLedger = (before: Cost = { requests: 0, consultations: 0 }): Ledger => ({
  before,
  reserve: () => ({ requests: 0, consultations: 0 }),
  charge: () => {},
});

/**
 * Opens a ledger file. A line is written to disk before its request is sent, so that an aborted run has never sent more
 * requests than its ledger states. An incomplete line also counts. If several runs are concurrent, each run counts the lines
 * of all runs up to its own.
 * @param now returns the time in milliseconds since the epoch
 * @throws RunError if the file is not a ledger, cannot be read, or cannot be written at the first request
 */
export function openLedger(file: string, now: () => number = Date.now, windows: CostLimits = {}): Ledger {
  // Lines from other runs may be interleaved with lines from this run.
  const run = randomUUID();
  const append = (line: object) => {
    const text = JSON.stringify({ ...line, run, at: new Date(now()).toISOString() });
    // A line break completes an incomplete line.
    const isEnded = !existsSync(file) || /(^|\n)$/.test(readFileSync(file, 'utf8'));
    orReject('written', () => appendFileSync(file, `${isEnded ? '' : '\n'}${text}\n`, { flush: true }));
  };
  return {
    before: costOf(linesOf(file), now(), windows),
    reserve: (textOf, isCharged) => {
      append({ reserved: textOf(), charged: isCharged ? 1 : 0 });
      const lines = linesOf(file);
      return costOf(lines.slice(0, lines.findLastIndex((line) => line.includes(run)) + 1), now(), windows);
    },
    charge: (text) => append({ reserved: text, charged: 1, requests: 0 }),
  };
}

function orReject<T>(what: 'read' | 'written', access: () => T): T {
  try {
    return access();
  } catch (error) {
    throw new RunError(`--ledger: the file cannot be ${what} (${errorCode(error)})`);
  }
}

const HEAD = '{"reserved":';

interface Line {
  charged?: number;
  requests?: number;
  at?: string;
}

function linesOf(file: string): string[] {
  const text = orReject('read', () => (existsSync(file) ? readFileSync(file, 'utf8') : ''));
  const lines = text.split('\n').filter(Boolean);
  if (!lines.every((line) => line.startsWith(HEAD) || HEAD.startsWith(line))) {
    throw new RunError('--ledger: the file is not a ledger; use a different name, or remove it');
  }
  const old = lines.map(read).findIndex((line) => line && line.at === undefined);
  if (old < 0) return lines;
  throw new RunError(
    `--ledger: line ${old + 1} has no time, because an older version of this suite wrote the line; start a new file`,
  );
}

/** Parses a line. Returns undefined for an incomplete line. */
function read(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

/** Returns the cost of all lines within the windows. An incomplete line has no time and always counts. */
function costOf(lines: readonly string[], now: number, windows: CostLimits): Cost {
  const entries = lines.map((line) => read(line) ?? {});
  const count = (name: keyof Cost, costs: (line: Line) => number): number =>
    entries
      .filter(({ at }) => at === undefined || now - Date.parse(at) < (windows[name] ?? Number.POSITIVE_INFINITY))
      .reduce((sum, line) => sum + costs(line), 0);
  return {
    requests: count('requests', ({ requests = 1 }) => requests),
    consultations: count('consultations', ({ charged = 1 }) => charged),
  };
}

/** Returns whether a response is charged. Under the assumption `charging`, successes are charged and errors are free. */
export const isCharged = (status: string, { prefer, method }: Pick<Request, 'prefer' | 'method'>): boolean =>
  status === '200' && prefer === undefined && method !== 'OPTIONS';

/** Returns the cost of planned requests if all responses are as expected. */
export const costOfPlan = (requests: readonly PlannedRequest[]): Cost => ({
  requests: requests.length,
  consultations: requests.filter((request) => isCharged(request.status, request)).length,
});

import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { errorCode } from '../files.ts';
import type { PlannedRequest, Request } from '../plan/request.ts';
import { RunError } from '../run-error.ts';

/** What requests cost: themselves, and the consultations that the provider charges. */
export interface Cost {
  requests: number;
  consultations: number;
}

/** A number for each cost, such as the most that may be spent, or the window in milliseconds; undefined: no limit. */
export type CostLimits = { [name in keyof Cost]?: number | undefined };

/** Counts requests before they are made. */
export interface Ledger {
  /** The costs of earlier runs. */
  before: Cost;
  /**
   * @param textOf makes the text of the request, without credentials
   * @returns the costs of all runs up to this request, itself included
   */
  reserve: (textOf: () => string, isCharged: boolean) => Cost;
  /** A request that was expected to be free was charged. */
  charge: (text: string) => void;
}

/** A ledger that keeps nothing. */
export const noLedger = (before: Cost = { requests: 0, consultations: 0 }): Ledger => ({
  before,
  reserve: () => ({ requests: 0, consultations: 0 }),
  charge: () => {},
});

/**
 * Reads a ledger on disk. A line is a request that may have been made: it is written to the disk before the request is
 * sent, so that an aborted run has never made more requests than its ledger states. An incomplete line also counts. If
 * several runs are concurrent, each counts the lines of all runs up to its own.
 * @param now milliseconds since the epoch
 * @throws RunError when the file cannot be read or, at the first request, written; or when it is not a ledger
 */
export function openLedger(file: string, now: () => number = Date.now, windows: CostLimits = {}): Ledger {
  // Lines of other runs may come between those of this one.
  const run = randomUUID();
  const append = (line: object) => {
    const text = JSON.stringify({ ...line, run, at: new Date(now()).toISOString() });
    // An incomplete line ends here.
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
    `--ledger: line ${old + 1} has no time: an older version of this suite wrote it; start a new file`,
  );
}

/** Undefined for an incomplete line. */
function read(line: string): Line | undefined {
  try {
    return JSON.parse(line) as Line;
  } catch {
    return undefined;
  }
}

/** An incomplete line has no time: it counts for ever. */
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

/** Whether the provider charges a response with a status: by the assumption `charging` a success costs, and errors are free. */
export const isCharged = (status: string, { prefer, method }: Pick<Request, 'prefer' | 'method'>): boolean =>
  status === '200' && prefer === undefined && method !== 'OPTIONS';

/** What planned requests cost if every response is the expected one. */
export const costOfPlan = (requests: readonly PlannedRequest[]): Cost => ({
  requests: requests.length,
  consultations: requests.filter((request) => isCharged(request.status, request)).length,
});

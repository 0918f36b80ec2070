import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isDay, member } from '@vehicle-lookup/openapi';
import { parse, stringify } from 'yaml';
import type { Change } from '../comparison/change.ts';
import { type Acknowledgement, problem, type ReleaseProblem } from '../report/report.ts';

/** The directory of the acknowledgements, next to the document. */
export const DIRECTORY = 'acknowledged';
export const MOST_DAYS = 90;
const BROKEN = 'acknowledgement-broken';

/** An acknowledgement, as it is written in a file. */
export interface AcknowledgementFile extends Acknowledgement, Acknowledged {
  /** For messages. */
  file: string;
}

/** What identifies an accepted change, and what its reader was told. */
type Acknowledged = Pick<Change, 'fingerprint' | 'code' | 'what'>;

/** Whether somebody accepted exactly this change: what the text calls it is what it is. */
export const isOf = ({ fingerprint, code, what }: Acknowledged, change: Change): boolean =>
  fingerprint === change.fingerprint && code === change.code && what === change.what;

/** Reads the acknowledgements of a document, and their problems. */
export function readAcknowledgements(
  contract: string,
  today: string,
): { all: AcknowledgementFile[]; problems: ReleaseProblem[] } {
  const directory = join(contract, DIRECTORY);
  const names = existsSync(directory) ? readdirSync(directory).filter((name) => /\.ya?ml$/.test(name)) : [];
  const problems: ReleaseProblem[] = [];
  const all: AcknowledgementFile[] = [];
  for (const name of names.sort()) {
    const file = join(directory, name).replaceAll('\\', '/');
    const found = readFile(file);
    if (found === undefined) {
      const what = `${name} does not state fingerprint, code, what, reason, owner and expires.`;
      problems.push(problem(BROKEN, file, what, 'Write it with `vehicle-lookup-gate acknowledge`.'));
    } else if (basename(name, extname(name)) !== found.fingerprint) {
      const what = `${name} states the fingerprint ${found.fingerprint}; name the file after it.`;
      problems.push(problem(BROKEN, file, what, `Acknowledge the intended change and remove ${name}.`));
    } else if (all.some(({ fingerprint }) => fingerprint === found.fingerprint)) {
      const what = `${found.fingerprint} is acknowledged twice.`;
      problems.push(problem('acknowledgement-duplicate', file, what, 'Remove one of the files.'));
    } else {
      all.push(found);
      problems.push(...expiry(found, today));
    }
  }
  return { all, problems };
}

function readFile(file: string): AcknowledgementFile | undefined {
  let node: unknown;
  try {
    node = parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  const keys = ['fingerprint', 'code', 'what', 'reason', 'owner', 'expires'];
  const [fingerprint, code, what, reason, owner, expires] = keys.map((key) => member(node, key));
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== '';
  if (!isText(fingerprint) || !isText(code) || !isText(what)) return undefined;
  if (!isText(reason) || !isText(owner) || !isDay(expires)) return undefined;
  return { fingerprint, code, what, reason, owner, expires, file };
}

function expiry({ expires, file, fingerprint }: AcknowledgementFile, today: string): ReleaseProblem[] {
  const code = 'acknowledgement-expired';
  const own = `The acknowledgement of ${fingerprint}`;
  if (expires < today) {
    return [problem(code, file, `${own} expired after ${expires}.`, 'Acknowledge the change again, or revert it.')];
  }
  if (expires <= lastDay(today)) return [];
  const what = `${own} is valid until ${expires}, which is more than ${MOST_DAYS} days ahead.`;
  return [problem(code, file, what, `Give a day no later than ${lastDay(today)}.`)];
}

/** The last day that an acknowledgement may give. */
export function lastDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + MOST_DAYS);
  return day.toISOString().slice(0, 10);
}

/** Those that belong to no breaking change, or call it something else. */
export const unused = (all: readonly AcknowledgementFile[], changes: readonly Change[]): ReleaseProblem[] =>
  all.flatMap((one): ReleaseProblem[] => {
    const { file, fingerprint } = one;
    const change = changes.find((breaking) => breaking.fingerprint === fingerprint && breaking.impact === 'major');
    const next = `Remove ${basename(file)}.`;
    if (change === undefined) {
      const what = `No breaking change has the fingerprint ${fingerprint}.`;
      return [problem('acknowledgement-unused', file, what, next)];
    }
    if (isOf(one, change)) return [];
    const what = `It accepts ${one.code}, "${one.what}"; the change with its fingerprint is ${change.code}, "${change.what}"`;
    return [problem(BROKEN, file, what, `${next} Acknowledge the change as it is.`)];
  });

/** Writes an acknowledgement. @returns the file */
export function writeAcknowledgement(contract: string, change: Change, text: Acknowledgement): string {
  const file = join(contract, DIRECTORY, `${change.fingerprint}.yaml`);
  mkdirSync(join(contract, DIRECTORY), { recursive: true });
  const { fingerprint, code, what } = change;
  // For readers of the file: a value that was valid, and that this acknowledgement gives up.
  const value = 'value' in change ? { value: change.value } : {};
  writeFileSync(file, stringify({ fingerprint, code, what, ...value, ...text }));
  return file;
}

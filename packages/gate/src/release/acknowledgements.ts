import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isDay, member } from '@vehicle-lookup/openapi';
import { parse, stringify } from 'yaml';
import type { Change } from '../comparison/change.ts';
import { type Acknowledgement, problem, type ReleaseProblem } from '../report/report.ts';

/** Directory of the acknowledgements, next to the document. */
export const DIRECTORY = 'acknowledged';
export const MOST_DAYS = 90;
const BROKEN = 'acknowledgement-broken';

/** An acknowledgement as written in a file. */
export interface AcknowledgementFile extends Acknowledgement, Acknowledged {
  /** Path of the file, for messages. */
  file: string;
}

/** Fields that identify an accepted change, including its description. */
type Acknowledged = Pick<Change, 'fingerprint' | 'code' | 'what'>;

/** Returns whether an acknowledgement accepts exactly this change, including its code and description. */
export const isOf = ({ fingerprint, code, what }: Acknowledged, change: Change): boolean =>
  fingerprint === change.fingerprint && code === change.code && what === change.what;

/** Reads the acknowledgements of a document and their problems. */
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
      const what = `${name} must contain fingerprint, code, what, reason, owner and expires.`;
      problems.push(problem(BROKEN, file, what, 'Write it with `vehicle-lookup-gate acknowledge`.'));
    } else if (basename(name, extname(name)) !== found.fingerprint) {
      const what = `${name} contains the fingerprint ${found.fingerprint}, but the file name must be the fingerprint.`;
      problems.push(problem(BROKEN, file, what, `Acknowledge the intended change, and remove ${name}.`));
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
    return [problem(code, file, `${own} was valid until ${expires}.`, 'Acknowledge the change again, or revert it.')];
  }
  if (expires <= lastDay(today)) return [];
  const what = `${own} is valid until ${expires}, which is more than ${MOST_DAYS} days ahead.`;
  return [problem(code, file, what, `Set \`expires\` to ${lastDay(today)} or earlier.`)];
}

/** Returns the latest date on which an acknowledgement may expire. */
export function lastDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + MOST_DAYS);
  return day.toISOString().slice(0, 10);
}

/** Reports acknowledgements that do not match a breaking change, or whose code or description differs from the change. */
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
    const what = `The file accepts ${one.code}, "${one.what}", but the change with this fingerprint is ${change.code}, "${change.what}"`;
    return [problem(BROKEN, file, what, `${next} Then acknowledge the current change.`)];
  });

/** Writes an acknowledgement. @returns the path of the file */
export function writeAcknowledgement(contract: string, change: Change, text: Acknowledgement): string {
  const file = join(contract, DIRECTORY, `${change.fingerprint}.yaml`);
  mkdirSync(join(contract, DIRECTORY), { recursive: true });
  const { fingerprint, code, what } = change;
  // For readers of the file: an example of a value that the accepted change affects.
  const value = 'value' in change ? { value: change.value } : {};
  writeFileSync(file, stringify({ fingerprint, code, what, ...value, ...text }));
  return file;
}

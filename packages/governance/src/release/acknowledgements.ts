import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isDay, member } from '@vehicle-lookup/document';
import { parse, stringify } from 'yaml';
import type { Change } from '../comparison/change.ts';
import type { Acknowledgement, ReleaseProblem } from '../report/report.ts';

/** The directory beside the document that holds them. */
export const DIRECTORY = 'acknowledged';
export const MOST_DAYS = 90;

/** An acknowledgement, as it is written in a file. */
export interface AcknowledgementFile extends Acknowledgement {
  fingerprint: string;
  /** For messages. */
  file: string;
}

/** Reads the acknowledgements beside a document, and what is wrong with them. */
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
    if (found === undefined)
      problems.push({
        code: 'acknowledgement-broken',
        fails: true,
        file,
        what: `${name} does not state fingerprint, reason, owner and expires.`,
        next: 'Write it with `vehicle-lookup-gate acknowledge`.',
      });
    else if (all.some(({ fingerprint }) => fingerprint === found.fingerprint)) {
      problems.push({
        code: 'acknowledgement-duplicate',
        fails: true,
        file,
        what: `${found.fingerprint} is acknowledged twice.`,
        next: 'Remove one of the files.',
      });
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
  const [fingerprint, reason, owner, expires] = ['fingerprint', 'reason', 'owner', 'expires'].map((key) =>
    member(node, key),
  );
  const isText = (one: unknown): one is string => typeof one === 'string' && one.trim() !== '';
  if (!isText(fingerprint) || !isText(reason) || !isText(owner) || !isDay(expires)) return undefined;
  return { fingerprint, reason, owner, expires, file };
}

function expiry({ expires, file, fingerprint }: AcknowledgementFile, today: string): ReleaseProblem[] {
  const code = 'acknowledgement-expired';
  if (expires < today) {
    return [
      {
        code,
        fails: true,
        file,
        what: `The acknowledgement of ${fingerprint} held until ${expires}.`,
        next: 'Acknowledge the change again, or take it back.',
      },
    ];
  }
  if (expires <= lastDay(today)) return [];
  return [
    {
      code,
      fails: true,
      file,
      what: `The acknowledgement of ${fingerprint} holds until ${expires}, which is more than ${MOST_DAYS} days ahead.`,
      next: `Give a day until ${lastDay(today)}.`,
    },
  ];
}

/** The last day that an acknowledgement may give. */
export function lastDay(today: string): string {
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + MOST_DAYS);
  return day.toISOString().slice(0, 10);
}

/** Those that belong to no breaking change. */
export const unused = (all: readonly AcknowledgementFile[], changes: readonly Change[]): ReleaseProblem[] =>
  all
    .filter(
      ({ fingerprint }) => !changes.some((change) => change.fingerprint === fingerprint && change.impact === 'major'),
    )
    .map(({ file, fingerprint }) => ({
      code: 'acknowledgement-unused',
      fails: true,
      file,
      what: `No breaking change has the fingerprint ${fingerprint}.`,
      next: `Remove ${basename(file)}.`,
    }));

/** Writes an acknowledgement. @returns the file */
export function writeAcknowledgement(contract: string, change: Change, text: Acknowledgement): string {
  const file = join(contract, DIRECTORY, `${change.fingerprint}.yaml`);
  mkdirSync(join(contract, DIRECTORY), { recursive: true });
  const { fingerprint, code, what } = change;
  writeFileSync(file, stringify({ fingerprint, code, what, ...text }));
  return file;
}

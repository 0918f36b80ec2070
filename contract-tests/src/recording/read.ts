import { readFileSync } from 'node:fs';
import { profiles } from '../plan/profile.ts';
import { RunError } from '../run-error.ts';
import type { RecordedEntry } from './har.ts';
import type { RunRecord } from './run-record.ts';

/** A recording as `verify --record` writes it. */
export interface Recording {
  run: RunRecord;
  /** Milliseconds since the epoch. */
  started: number;
  ended: number;
  /** Whether the run came to its end. */
  isWhole: boolean;
  entries: RecordedEntry[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a recording.
 * @throws RunError when the file is not a recording; its content is not repeated
 */
export function readRecording(file: string): Recording {
  const log = logOf(parse(read(file)));
  const { _run: run, _started: started, _ended: ended, _whole: isWhole, entries } = log;
  if (!isFields(run)) throw wrong('it is a HAR of another tool; expected one that verify --record wrote');
  if (run.format !== 1) throw wrong('it was made by a newer version of this suite; update the suite');
  const isRun =
    isFields(run.contract) &&
    isFields(run.data) &&
    [run.suite, run.contract.version, run.address].every((text) => typeof text === 'string') &&
    ['mock', 'service'].includes(String(run.target)) &&
    profiles.some((profile) => profile === run.profile) &&
    ['report', 'enforce'].includes(String(run.assumptions)) &&
    [run.seed, started, ended].every(Number.isFinite) &&
    [run.before, run.budget].every(isFields) &&
    [run.past, run.pastFields].every((list) => list === undefined || Array.isArray(list)) &&
    (run.maxLatency === undefined || typeof run.maxLatency === 'string') &&
    Array.isArray(run.knownFindings) &&
    [run.accounts, run.without, run.short, run.planLacks].every(isTexts) &&
    [run.strict, run.isSeeded, isWhole].every((flag) => typeof flag === 'boolean');
  if (!isRun || !Array.isArray(entries)) throw wrong('it does not say how the run was started; was it changed?');
  const bad = entries.findIndex((entry) => !isEntry(entry));
  if (bad >= 0) throw wrong(`entry ${bad + 1} is not as verify --record writes it; was it changed?`);
  return { run, started, ended, isWhole, entries } as unknown as Recording;
}

const wrong = (what: string): RunError => new RunError(`replay: the file is not a recording: ${what}`);

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new RunError(`replay: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message repeats the text.
    throw wrong(text.startsWith('{"log":') ? 'it breaks off' : 'it is not JSON');
  }
}

function logOf(har: unknown): Fields {
  const log = isFields(har) ? har.log : undefined;
  if (!isFields(log) || !Array.isArray(log.entries)) throw wrong('it is JSON, and not a HAR');
  return log;
}

function isEntry(value: unknown): value is RecordedEntry {
  if (!isFields(value) || !isFields(value.request) || !isFields(value.response) || !isFields(value._request))
    return false;
  const { startedDateTime, time, response } = value as unknown as RecordedEntry;
  const { status, headers, content, _echoed = [] } = response;
  return (
    Number.isFinite(Date.parse(startedDateTime)) &&
    Number.isFinite(time) &&
    Number.isInteger(status) &&
    isFields(content) &&
    Array.isArray(_echoed) &&
    _echoed.every(
      (place) =>
        place === 'body' ||
        (isFields(place) && [place.header ?? place.body, place.form ?? ''].every((text) => typeof text === 'string')),
    ) &&
    Array.isArray(headers) &&
    headers.every((header) => isFields(header) && isTexts([header.name, header.value]))
  );
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');

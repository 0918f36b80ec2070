import { isDeepStrictEqual } from 'node:util';
import { NOT_JSON, readJson } from '../files.ts';
import { profiles } from '../plan/profile.ts';
import type { RunPlan } from '../plan/run-plan.ts';
import { noLedger } from '../run/ledger.ts';
import { createRequestBudget } from '../run/request-budget.ts';
import { requestText } from '../run/request-text.ts';
import { connectionFaults, type MaskedRequest } from '../run/response.ts';
import { BUDGET_USED_UP, type ResponseSource } from '../run/response-source.ts';
import { RunError } from '../run-error.ts';
import { suiteVersion } from '../suite-version.ts';
import { harRequest, type RecordedEntry, timedResultOf } from './har.ts';
import type { RunRecord } from './run-record.ts';

/** The log of a HAR file written by `verify --record`. */
interface Recording {
  _run: RunRecord;
  /** The start and the end of the run in milliseconds since the epoch. */
  _started: number;
  _ended: number;
  /** Whether the run was completed. */
  _whole: boolean;
  entries: RecordedEntry[];
}

/**
 * Reads a recording.
 * @throws RunError if the file is not a recording. The message does not contain the file content.
 */
export function readRecording(file: string): Recording {
  const { log } = Object(
    readJson(file, (why) =>
      why === NOT_JSON
        ? wrong('it is not JSON, or is truncated')
        : new RunError(`replay: ${file} cannot be read (${why})`),
    ),
  ) as Fields;
  if (!isFields(log) || !Array.isArray(log.entries)) throw wrong('it is JSON, but not a HAR');
  const { _run: run, _started, _ended, _whole, entries } = log;
  if (!isFields(run)) throw wrong('it is a HAR file from another tool; expected a file written by verify --record');
  if (run.format !== 1) throw wrong('it was written by a newer version of this suite; update the suite');
  const isRun =
    [run.contract, run.data, run.before, run.budget].every(isFields) &&
    [run.accounts, run.without, run.short, run.planLacks, run.only ?? []].every(isTexts) &&
    isTexts([run.suite, run.address, run.label ?? '', run.profile]) &&
    profiles.some((profile) => profile === run.profile) &&
    ['mock', 'service'].includes(String(run.target)) &&
    [run.seed, _started, _ended].every(Number.isFinite) &&
    Math.abs(Number(_started)) <= LATEST_MS &&
    [run.knownFindings, run.past ?? [], run.pastFields ?? []].every(areFields) &&
    [run.strict, run.isSeeded, _whole].every((flag) => typeof flag === 'boolean');
  if (!isRun) throw wrong('it does not state how the run was started; check the file');
  const bad = entries.findIndex((entry) => !isEntry(entry));
  if (bad >= 0) throw wrong(`entry ${bad + 1} is invalid; check the file`);
  return log as unknown as Recording;
}

const wrong = (what: string): RunError => new RunError(`replay: the file is not a recording; ${what}`);

function isEntry(entry: unknown): boolean {
  const { startedDateTime, time, request, response, _request } = Object(entry) as Fields;
  const { status, headers, content, _echoed = [], _fault = 'broken' } = Object(response) as Fields;
  return (
    [request, content, _request].every(isFields) &&
    [Date.parse(String(startedDateTime)), time, status].every(Number.isFinite) &&
    typeof Object(content).text === 'string' &&
    areFields(headers) &&
    headers.every(({ name, value }) => isTexts([name, value])) &&
    connectionFaults.some((fault) => fault === _fault) &&
    Array.isArray(_echoed) &&
    _echoed.every((place) => place === 'body' || (isFields(place) && typeof place.header === 'string'))
  );
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areFields = (value: unknown): value is Fields[] => Array.isArray(value) && value.every(isFields);

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((text) => typeof text === 'string');

/** The latest time that a Date can represent. */
const LATEST_MS = 8.64e15;

/**
 * Creates a source that returns the recorded response to each request. After the last request, `notes` lists the differences
 * between the recording and the plan. It throws a RunError if a response belongs to no request.
 */
export function recordedResponses(recording: Recording, plan: RunPlan): ResponseSource & { notes: () => string[] } {
  const { contract } = plan;
  const { _run: run, _started: started, _ended: ended, _whole: isWhole, entries } = recording;
  const isSame = run.suite === suiteVersion() && run.contract.version === contract.version;
  const left = entries.map((entry, index) => ({ entry, number: index + 1 }));
  const missing: string[] = [];
  const budget = createRequestBudget(plan, run.budget, noLedger(run.before));

  return {
    started,
    ended: () => ended,
    wait: async () => {},
    budget,
    send: async (masked) => {
      // Another run may have used up the budget of the recorded run.
      const isOver = isSame && isWhole && Object.keys(run.budget).length > 0 && left.length === 0;
      if (budget.isUsedUp() || isOver) return BUDGET_USED_UP;
      const text = requestText(masked.request, contract.table);
      const at = isSame ? 0 : left.findIndex(({ entry }) => isResponseTo(entry, masked));
      const found = left[at];
      if (!found) {
        if (isSame && isWhole) throw new RunError(`replay: the recording has no response to ${text}; check the file`);
        missing.push(text);
        return { state: 'not-observed', notSent: 'the recording has no response to this request' };
      }
      if (!isResponseTo(found.entry, masked)) {
        throw new RunError(`replay: entry ${found.number} is not the response to ${text}; check the file`);
      }
      left.splice(at, 1);
      budget.take(masked.request);
      const timed = timedResultOf(found.entry);
      budget.settle(masked.request, timed.result);
      return timed;
    },
    notes: () => {
      const [first] = left;
      if (first && isSame) {
        throw new RunError(`replay: entry ${first.number} belongs to no request; check the file`);
      }
      const versions = `recorded with version ${run.contract.version} of the contract, judged by version ${contract.version}`;
      return [
        ...(isSame ? [] : [versions]),
        ...(isWhole ? [] : ['the recorded run was aborted: requests that it did not send are not observed']),
        ...(missing.length > 0 ? [`the recording has no response to ${missing.join('; ')}`] : []),
        ...(left.length > 0 ? [`${left.length} recorded responses match no request in this plan`] : []),
      ];
    },
  };
}

const isResponseTo = ({ request, _request }: RecordedEntry, masked: MaskedRequest): boolean =>
  isDeepStrictEqual(request, harRequest(masked)) && _request.account === masked.request.account;

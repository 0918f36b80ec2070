import { operationTable } from '@vehicle-lookup/contract';
import type { PlanOptions } from './plan/options.ts';
import { prepareRun } from './prepare-run.ts';
import { readRecording } from './recording/read.ts';
import { recordedResponses } from './recording/recorded-responses.ts';
import type { RunRecord } from './recording/run-record.ts';
import { conclude } from './report/conclude.ts';
import type { RunReport } from './report/report.ts';

/** What decides on the verdict. Default: as in the recorded run. */
export type ReplayOptions = Pick<PlanOptions, 'assumptions' | 'strict' | 'without'>;

/**
 * Judges a recording again without a request. Under the same options the report is the same, to the byte; a recording
 * of another version of the contract or of this suite is judged as far as it answers the plan of this one, and a note
 * says so.
 * @throws RunError when the file is not a recording, or lacks a response; and as `verifyContract` does
 */
export async function replayContract(file: string, options: ReplayOptions = {}): Promise<RunReport> {
  const recording = readRecording(file);
  const { plan, run } = prepareRun({ ...createPlanOptions(recording.run), ...options });
  const source = recordedResponses(recording, plan);
  const report = await run(source);
  return conclude({ ...report, notes: [...report.notes, ...source.notes()] });
}

function createPlanOptions({ address, data, accounts, short, ...rest }: RunRecord): PlanOptions {
  const { credentials: names, path } = operationTable;
  // As long as the real ones where length decides: short ones are not looked for.
  const standIn = (name: string) => (short.includes(name) ? '-' : `${name} of the recording`);
  const credentials = Object.fromEntries(names.map((name) => [name, standIn(name)]));
  const {
    target,
    profile,
    seed,
    isSeeded,
    assumptions,
    strict,
    without,
    past,
    pastFields,
    maxAge,
    maxLatency,
    planLacks,
    knownFindings,
    label,
  } = rest;
  return {
    baseUrl: address.slice(0, -path.length),
    credentials,
    target,
    profile,
    ...(isSeeded ? { seed } : {}),
    assumptions,
    strict,
    data: { ...data, ...Object.fromEntries(accounts.map((name) => [name, credentials])) },
    without,
    ...(past === undefined ? {} : { past }),
    ...(pastFields === undefined ? {} : { pastFields }),
    ...(maxAge === undefined ? {} : { maxAge }),
    ...(maxLatency === undefined ? {} : { maxLatency }),
    planLacks,
    knownFindings,
    ...(label === undefined ? {} : { label }),
  };
}

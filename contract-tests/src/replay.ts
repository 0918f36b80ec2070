import { operationTable } from '@vehicle-lookup/contract';
import type { PlanOptions } from './plan/options.ts';
import { prepareRun } from './prepare-run.ts';
import { readRecording, recordedResponses } from './recording/recorded-responses.ts';
import type { RunRecord } from './recording/run-record.ts';
import type { RunReport } from './report/report.ts';
import { conclude } from './report/verdict.ts';

/** Options that affect the verdict. Default: as in the recorded run. */
export type ReplayOptions = Pick<PlanOptions, 'assumptions' | 'strict' | 'without'>;

/**
 * Judges a recording again without sending requests. With the same options, the report is byte-identical. In a recording of
 * a different contract or suite version, only responses that match the current plan are judged, and the report has a note.
 * @throws RunError if the file is not a recording, or if `verifyContract` would throw
 */
export async function replayContract(file: string, options: ReplayOptions = {}): Promise<RunReport> {
  const recording = readRecording(file);
  const { plan, run } = prepareRun({ ...createPlanOptions(recording._run), ...options });
  const source = recordedResponses(recording, plan);
  const report = await run(source);
  return conclude({ ...report, notes: [...report.notes, ...source.notes()] });
}

function createPlanOptions(record: RunRecord): PlanOptions {
  const { address, accounts, short, seed, isSeeded, ...options } = record;
  const { credentials: names, path } = operationTable;
  // Placeholders are short if the actual secrets are too short to be searched for in responses.
  const standIn = (name: string) => (short.includes(name) ? '-' : `${name} of the recording`);
  const credentials = Object.fromEntries(names.map((name) => [name, standIn(name)]));
  return {
    ...options,
    baseUrl: address.slice(0, -path.length),
    credentials,
    ...(isSeeded ? { seed } : {}),
    data: { ...options.data, ...Object.fromEntries(accounts.map((name) => [name, credentials])) },
  };
}

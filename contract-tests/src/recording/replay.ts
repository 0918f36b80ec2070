import { isDeepStrictEqual } from 'node:util';
import { operationTable } from '@vehicle-lookup/operations';
import type { Shown } from '../exchange.ts';
import { type Prepared, prepare, type RunOptions } from '../prepare.ts';
import { purseOf } from '../purse.ts';
import type { Report } from '../report.ts';
import { requestText } from '../request.ts';
import { concluded, RunError } from '../run-error.ts';
import { OVERSPENT, type Source } from '../source.ts';
import { suiteVersion } from '../suite-version.ts';
import { harRequest, timedOf } from './har.ts';
import { type Recording, readRecording } from './read.ts';
import type { RunRecord } from './run-record.ts';

/** What decides on the verdict; as in the recorded run unless told. */
export type ReplayOptions = Pick<RunOptions, 'assumptions' | 'strict' | 'without'>;

/**
 * Judges a recording again without a request. Under the same options the report is the same, to the byte; a recording
 * of another version of the contract or of this suite is judged as far as it answers the plan of this one, and a note
 * says so.
 * @throws RunError when the file is no recording, or lacks an answer; and as `verifyContract` does
 */
export async function replayContract(file: string, options: ReplayOptions = {}): Promise<Report> {
  const recording = readRecording(file);
  const prepared = await prepare({ ...optionsOf(recording.run), ...options });
  const source = replayed(recording, prepared);
  const report = await prepared.run(source);
  return concluded({ ...report, notes: [...report.notes, ...source.notes()] });
}

function optionsOf({ address, target, profile, seed, assumptions, strict, data, accounts, without, short }: RunRecord) {
  const { credentials, path } = operationTable;
  // As long as the real ones where length decides: short ones are not looked for.
  const standIn = (name: string) => (short.includes(name) ? '-' : `${name} of the recording`);
  const account = Object.fromEntries(credentials.map((name) => [name, standIn(name)]));
  const others = Object.fromEntries(accounts.map((name) => [name, account]));
  return {
    baseUrl: address.slice(0, -path.length),
    user: account.user ?? '',
    key: account.key ?? '',
    target,
    profile,
    seed,
    assumptions,
    strict,
    data: { ...data, ...others },
    without,
  } satisfies RunOptions;
}

/** Answers of a recording, each to the request that it was an answer to. */
function replayed({ run, started, ended, isWhole, entries }: Recording, { choices, contract }: Prepared) {
  const isSame = run.suite === suiteVersion() && run.contract.version === contract.version;
  const left = entries.map((entry, index) => ({ entry, number: index + 1 }));
  const missing: string[] = [];
  const ledger = { before: run.before, reserve: () => 0, close: () => {} };
  const purse = purseOf(choices.length, run.profile, run.budget, ledger);
  const source: Source = {
    send: async (_, shown) => {
      // Another run may have used up the budget that this one had.
      const isOver = isSame && isWhole && run.budget !== undefined && left.length === 0;
      if (purse.isEmpty() || isOver) return OVERSPENT;
      const text = requestText(shown.request, operationTable);
      const at = isSame ? 0 : left.findIndex(({ entry }) => isAnswerTo(entry, shown));
      const found = left[at];
      if (found && !isAnswerTo(found.entry, shown)) {
        throw new RunError(`replay: entry ${found.number} is not the answer to ${text}; was the recording changed?`);
      }
      if (!found && isSame && isWhole) {
        throw new RunError(`replay: the recording has no answer to ${text}; was it changed?`);
      }
      if (!found) {
        missing.push(text);
        return { unsent: 'the recording has no answer to it', isFinal: false };
      }
      left.splice(at, 1);
      purse.take(text);
      return timedOf(found.entry);
    },
    wait: async () => {},
    started,
    ended: () => ended,
    purse,
  };
  return { ...source, notes };

  /** @throws RunError when an answer belongs to no request */
  function notes(): string[] {
    const [first] = left;
    if (first && isSame)
      throw new RunError(`replay: entry ${first.number} answers no request; was the recording changed?`);
    return [
      ...(isSame
        ? []
        : [`recorded with version ${run.contract.version} of the contract, judged by version ${contract.version}`]),
      ...(isWhole ? [] : ['the recorded run was ended from outside: what it did not ask for is not observed']),
      ...(missing.length > 0 ? [`the recording has no answer to ${missing.join('; ')}`] : []),
      ...(left.length > 0 ? [`${left.length} recorded answers belong to no request of this plan`] : []),
    ];
  }
}

const isAnswerTo = ({ request, _request }: Recording['entries'][number], shown: Shown): boolean =>
  isDeepStrictEqual(request, harRequest(shown)) && _request.account === shown.request.account;

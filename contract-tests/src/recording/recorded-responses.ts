import { isDeepStrictEqual } from 'node:util';
import type { RunPlan } from '../plan/run-plan.ts';
import { costOfPlan, isCharged } from '../run/ledger.ts';
import { createRequestBudget } from '../run/request-budget.ts';
import { requestText } from '../run/request-text.ts';
import { isResponse, type MaskedRequest } from '../run/response.ts';
import { BUDGET_USED_UP, type ResponseSource } from '../run/response-source.ts';
import { RunError } from '../run-error.ts';
import { suiteVersion } from '../suite-version.ts';
import { harRequest, timedResultOf } from './har.ts';
import type { Recording } from './read.ts';

/** The responses of a recording, each to the request that it was a response to. */
export interface RecordedResponses extends ResponseSource {
  /**
   * How the recording differs from the plan; after the last request.
   * @throws RunError when a response belongs to no request
   */
  notes: () => string[];
}

export function recordedResponses(recording: Recording, { contract, requests }: RunPlan): RecordedResponses {
  const { run, started, ended, isWhole, entries } = recording;
  const isSame = run.suite === suiteVersion() && run.contract.version === contract.version;
  const left = entries.map((entry, index) => ({ entry, number: index + 1 }));
  const missing: string[] = [];
  const nothing = { requests: 0, consultations: 0 };
  const ledger = { before: run.before, reserve: () => nothing, charge: () => {}, close: () => {} };
  const budget = createRequestBudget({
    planned: costOfPlan(requests),
    profile: run.profile,
    limits: run.budget,
    ledger,
  });

  return {
    started,
    ended: () => ended,
    wait: async () => {},
    budget,
    send: async (_, masked) => {
      // Another run may have used up the budget that this one had.
      const isOver = isSame && isWhole && Object.keys(run.budget).length > 0 && left.length === 0;
      if (budget.isUsedUp() || isOver) return BUDGET_USED_UP;
      const text = requestText(masked.request, contract.table);
      const at = isSame ? 0 : left.findIndex(({ entry }) => isResponseTo(entry, masked));
      const found = left[at];
      if (found && !isResponseTo(found.entry, masked)) {
        throw new RunError(`replay: entry ${found.number} is not the response to ${text}; was the recording changed?`);
      }
      if (!found && isSame && isWhole) {
        throw new RunError(`replay: the recording has no response to ${text}; was it changed?`);
      }
      if (!found) {
        missing.push(text);
        return { state: 'not-observed', notSent: 'the recording has no response to it' };
      }
      left.splice(at, 1);
      const isExpected = isCharged(masked.request.status, masked.request);
      budget.take(text, isExpected);
      const timed = timedResultOf(found.entry);
      const { result } = timed;
      budget.settle(text, isExpected, isResponse(result) && isCharged(String(result.status), masked.request));
      return timed;
    },
    notes: () => {
      const [first] = left;
      if (first && isSame) {
        throw new RunError(`replay: entry ${first.number} belongs to no request; was the recording changed?`);
      }
      const versions = `recorded with version ${run.contract.version} of the contract, judged by version ${contract.version}`;
      return [
        ...(isSame ? [] : [versions]),
        ...(isWhole ? [] : ['the recorded run was ended from outside: requests that it did not make are not observed']),
        ...(missing.length > 0 ? [`the recording has no response to ${missing.join('; ')}`] : []),
        ...(left.length > 0 ? [`${left.length} recorded responses belong to no request of this plan`] : []),
      ];
    },
  };
}

const isResponseTo = ({ request, _request }: Recording['entries'][number], masked: MaskedRequest): boolean =>
  isDeepStrictEqual(request, harRequest(masked)) && _request.account === masked.request.account;

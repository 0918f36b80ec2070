import type { FieldCoverage } from '../history/past-result.ts';
import type { Union } from '../history/union.ts';
import type { AssumptionResult } from '../judge/judge-assumptions.ts';
import type { Profile, RunTarget } from '../plan/profile.ts';
import type { CredentialFault } from '../plan/request.ts';
import type { Spending } from '../run/request-budget.ts';
import type { RunFinding } from './findings.ts';
import type { NotTested } from './not-tested.ts';

export type { AssumptionResult, FieldCoverage, NotTested };

/**
 * - `pass`: all judged responses were valid; `fail`: at least one was not
 * - `error`: no judgement was possible because of the network or the suite itself
 * - `not-applicable`: no request can get this response; `reason` states why
 * - `not-observed`: this run did not get the response; it does not count as passed
 */
export type CellState = 'pass' | 'fail' | 'error' | 'not-applicable' | 'not-observed';

/** One declared response of one operation. */
export interface Cell {
  operation: string;
  status: string;
  /** The envelope of the body, if the document names its envelopes. */
  envelope?: string;
  state: CellState;
  /** Whether the profile requires the cell. If a required cell is not observed, the run is incomplete. */
  required: boolean;
  /** The reason why the cell neither passed nor failed. */
  reason?: string;
  /** The number of judged responses. */
  answers: number;
}

/** One kind of invalid credential, across all operations. */
export interface CredentialCell {
  /** The credential's name; `all` if every credential was invalid. */
  credential: string;
  fault: CredentialFault;
  state: CellState;
  /** Whether the plan requires the cell. If a required cell is not observed, the run is incomplete. */
  required: boolean;
  reason?: string;
  /** The operations that were requested with the invalid credential. */
  operations: string[];
}

/** A field that the document does not mention. */
export interface Drift {
  operation: string;
  status: string;
  /** JSON Pointer with `*` for the index of an array. */
  pointer: string;
  /** The JSON types of the observed values. */
  types: string[];
  count: number;
}

/** A run's result for one clause of the specification. */
export interface VerifiedClause {
  id: string;
  /** The words of the specification. */
  words: string;
  /**
   * - `observed`: responses could have violated the clause, but did not
   * - `contradicted`: a response violated the clause
   * - `not-asked`: no received response could have violated the clause; `how` states why
   * - `not-observable`: no single response can show a violation
   */
  state: 'observed' | 'contradicted' | 'not-asked' | 'not-observable';
  /** The observation, or the reason why there is none. */
  how: string;
}

/** The result of a planned request. */
export interface RequestResult {
  /** An id that is the same in every run with the same document. */
  id: string;
  operation: string;
  /** The expected status. */
  status: string;
  /** The reason for the request: a kind of query error, an example, an assumption. */
  why: string;
  /** The id of the clause or assumption on which the expected response is based. */
  clause?: string;
  assumption?: string;
  /** The request without credentials. */
  request: string;
  /** The received status. Absent without a complete response. */
  answered?: number;
  /** The duration of the exchange. */
  milliseconds?: number;
  state: CellState;
  /** The codes of the findings about the response. */
  codes: string[];
}

export type RunVerdict = 'conformant' | 'not conformant' | 'incomplete' | 'no verdict';

/** The result of a run, and the only source of every rendering. It never contains a credential. */
export interface RunReport {
  /** The version of this format. */
  format: 1;
  contract: { title: string; version: string };
  /** The version of this suite. */
  suite: string;
  /** The user's name for the verified service. */
  label?: string;
  /** The time of the first request (RFC 3339, UTC), and the duration of the run. */
  started: string;
  seconds: number;
  target: RunTarget;
  profile: Profile;
  seed: number;
  /** Whether a contradicted assumption fails the run. */
  assumptionsMode: 'report' | 'enforce';
  /** Whether drift fails the run. */
  strict: boolean;
  /** The service URL without a query. */
  address: string;
  /**
   * `incomplete`: no violation was found, but a required cell was not observed. `no verdict`: the run was aborted; see
   * `failure`.
   */
  verdict: RunVerdict;
  exitCode: 0 | 1 | 2 | 4;
  /** The reason why there is no verdict, in one line. */
  failure?: string;
  requests: Spending & {
    /** The reason why planned requests were not sent. */
    stopped?: string;
  };
  /** All declared cells, by operation. */
  cells: Cell[];
  credentials: CredentialCell[];
  /** All planned requests, in the order in which they were sent. */
  made: RequestResult[];
  findings: RunFinding[];
  assumptions: AssumptionResult[];
  /** All clauses of the specification, with their results. */
  clauses: VerifiedClause[];
  /** The parts that the verdict does not cover. */
  notTested: NotTested;
  /** All record fields of successful responses. */
  fields: FieldCoverage[];
  drift: Drift[];
  /** The combined results of all runs in a history, including this run. Absent without a history. */
  history?: Union;
  /** Notes on properties that this run could not check. */
  notes: string[];
}

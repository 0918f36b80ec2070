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
 * - `pass`, `fail`: at least one response was judged, and all of them were valid, or not
 * - `error`: no judgement was possible because of the network or the suite itself
 * - `not-applicable`: no request can get this response; `reason` states why
 * - `not-observed`: this run did not get the response; it does not count as passed
 */
export type CellState = 'pass' | 'fail' | 'error' | 'not-applicable' | 'not-observed';

/** One declared response of one operation. */
export interface Cell {
  operation: string;
  status: string;
  /** Only if the document names the envelopes of the body. */
  envelope?: string;
  state: CellState;
  /** Whether the profile requires it: if unobserved, the run is incomplete. */
  required: boolean;
  /** Why the cell is neither passed nor failed. */
  reason?: string;
  /** Number of judged responses. */
  answers: number;
}

/** One kind of invalid credential, over all operations. */
export interface CredentialCell {
  /** The credential's name; `all` if every credential was invalid. */
  credential: string;
  fault: CredentialFault;
  state: CellState;
  /** Whether the plan requires it: if unobserved, the run is incomplete. */
  required: boolean;
  reason?: string;
  /** The operations that were requested this way. */
  operations: string[];
}

/** A field that the document does not mention. */
export interface Drift {
  operation: string;
  status: string;
  /** JSON Pointer with `*` for the index of an array. */
  pointer: string;
  /** The JSON types that were seen there. */
  types: string[];
  count: number;
}

/** The result of a run for one clause of the specification. */
export interface VerifiedClause {
  id: string;
  /** The words of the specification. */
  words: string;
  /**
   * - `observed`: there were responses that could have violated it, and none did
   * - `contradicted`: a response violated it
   * - `not-asked`: no received response could have violated it; `how` states why
   * - `not-observable`: no single response can show it
   */
  state: 'observed' | 'contradicted' | 'not-asked' | 'not-observable';
  /** The observation, or why there is none. */
  how: string;
}

/** One request that was planned. */
export interface RequestResult {
  /** The same in every run on the same document. */
  id: string;
  operation: string;
  /** The expected status. */
  status: string;
  /** The reason for the request: a kind of query error, an example, an assumption. */
  why: string;
  /** The id of the clause or assumption that the expected response rests on. */
  clause?: string;
  assumption?: string;
  /** Without credentials. */
  request: string;
  /** The status received; absent without a complete response. */
  answered?: number;
  /** How long the response took. */
  milliseconds?: number;
  state: CellState;
  /** Codes of its findings. */
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
  /** When the first request was made, RFC 3339 in UTC; and how long the run took. */
  started: string;
  seconds: number;
  target: RunTarget;
  profile: Profile;
  seed: number;
  /** Whether a contradicted assumption fails the run. */
  assumptionsMode: 'report' | 'enforce';
  /** Whether drift fails the run. */
  strict: boolean;
  /** Without query. */
  address: string;
  /**
   * `incomplete`: no violation was found, but a required cell was not observed. `no verdict`: the run was aborted; see
   * `failure`.
   */
  verdict: RunVerdict;
  exitCode: 0 | 1 | 2 | 4;
  /** Why there is no verdict, one line. */
  failure?: string;
  requests: Spending & {
    /** Why planned requests were not made. */
    stopped?: string;
  };
  /** Every declared cell, operation by operation. */
  cells: Cell[];
  credentials: CredentialCell[];
  /** Every planned request in the order in which they were made. */
  made: RequestResult[];
  findings: RunFinding[];
  assumptions: AssumptionResult[];
  /** Every clause of the specification, with its result. */
  clauses: VerifiedClause[];
  /** What the verdict does not cover. */
  notTested: NotTested;
  /** Every field of the records of successes. */
  fields: FieldCoverage[];
  drift: Drift[];
  /** The combined results of all runs of a history, including this run; absent without a history. */
  history?: Union;
  /** Notes on properties that this run could not check. */
  notes: string[];
}

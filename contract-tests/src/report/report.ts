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
 * - `pass`, `fail`: at least one response was judged, and all were right, or not
 * - `error`: no judgement was possible: the network, or the suite itself
 * - `not-applicable`: no request can lead there; the reason says why
 * - `not-observed`: this run did not lead there; never to be read as right
 */
export type CellState = 'pass' | 'fail' | 'error' | 'not-applicable' | 'not-observed';

/** One declared response of one operation. */
export interface Cell {
  operation: string;
  status: string;
  /** Only where the document names the forms of the body. */
  envelope?: string;
  state: CellState;
  /** Whether the profile asks for it: unobserved, it leaves the run incomplete. */
  required: boolean;
  /** Why it is neither right nor wrong. */
  reason?: string;
  /** Responses that were judged. */
  answers: number;
}

/** One way of sending one credential wrongly, over all operations. */
export interface CredentialCell {
  /** The credential's name; `all` where none was right. */
  credential: string;
  fault: CredentialFault;
  state: CellState;
  /** Whether the plan asks for it: unobserved, it leaves the run incomplete. */
  required: boolean;
  reason?: string;
  /** The operations that were requested so. */
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

/** What a run found out about one clause of the specification. */
export interface VerifiedClause {
  id: string;
  /** The words of the specification. */
  words: string;
  /**
   * - `observed`: responses that could have broken it came, and kept it
   * - `contradicted`: a response broke it
   * - `not-asked`: nothing that came could have broken it; `how` says why
   * - `not-observable`: no single response can show it
   */
  state: 'observed' | 'contradicted' | 'not-asked' | 'not-observable';
  /** What was observed, or why nothing was. */
  how: string;
}

/** One request that was planned. */
export interface RequestResult {
  /** The same in every run on the same document. */
  id: string;
  operation: string;
  /** The declared status that it asked for. */
  status: string;
  /** What it is an instance of: a problem kind, an example, an assumption. */
  why: string;
  /** The id of the clause or assumption that the expected response rests on. */
  clause?: string;
  assumption?: string;
  /** Without credentials. */
  request: string;
  /** The status that came; absent where no whole response did. */
  answered?: number;
  /** How long the response took. */
  milliseconds?: number;
  state: CellState;
  /** Codes of its findings. */
  codes: string[];
}

export type RunVerdict = 'conformant' | 'not conformant' | 'incomplete' | 'no verdict';

/** What a run found; every rendering is made from it alone. It never holds a credential. */
export interface RunReport {
  /** The version of this form. */
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
   * `incomplete`: nothing wrong was found, but something required was not observed. `no verdict`: the run broke off; see
   * `failure`.
   */
  verdict: RunVerdict;
  exitCode: 0 | 1 | 2 | 4;
  /** Why there is no verdict, one line. */
  failure?: string;
  requests: Spending & {
    /** Why requests that were planned were not made. */
    stopped?: string;
  };
  /** Every declared cell, operation by operation. */
  cells: Cell[];
  credentials: CredentialCell[];
  /** Every planned request in the order in which they were made. */
  made: RequestResult[];
  findings: RunFinding[];
  assumptions: AssumptionResult[];
  /** Every clause of the specification: what was verified. */
  clauses: VerifiedClause[];
  /** What the verdict does not cover. */
  notTested: NotTested;
  /** Every field of the records of successes. */
  fields: FieldCoverage[];
  drift: Drift[];
  /** What all runs of a history together saw, this one included; absent without one. */
  history?: Union;
  /** What this run could not check at all. */
  notes: string[];
}

import type { Change, Impact } from '../comparison/change.ts';

export type Verdict = 'accepted' | 'rejected' | 'no verdict';

export interface Acknowledgement {
  reason: string;
  owner: string;
  /** Last date on which the acknowledgement is valid, `YYYY-MM-DD`. */
  expires: string;
}

/** The effect of a change on a consumer. The reliability of `breaks` and `none` depends on the coverage of the consumer's tests. */
export interface ChangeConsumer {
  name: string;
  /** `uses`: the consumer uses the changed part and still works. `unknown`: the usage file does not show the effect. */
  effect: 'breaks' | 'uses' | 'none' | 'unknown';
  /** Locations where the consumer uses the changed part, such as `getFluids data[].ItemMPText`. */
  where: string[];
}

/** A program whose usage is known. */
export interface ReportedConsumer {
  name: string;
  version: string;
  /** Contract version with which the usage was recorded. */
  contract: string;
  file: string;
}

/** A change and its consequences. */
export interface ReportedChange extends Change {
  /** Whether this change causes a rejection by itself. */
  fails: boolean;
  /** Whether the change was made on this branch. Changes of earlier branches are not yet released. */
  isNew: boolean;
  /** The acknowledgement that accepts the breaking change. */
  acknowledgement?: Acknowledgement;
  /** Effects on all known consumers; absent if not requested. */
  consumers?: ChangeConsumer[];
}

/** A release requirement that is not met. */
export interface ReleaseProblem {
  code: string;
  /** Whether the problem causes a rejection. */
  fails: boolean;
  /** The problem in one sentence. */
  what: string;
  next: string;
  /** File name as shown in messages; empty if the problem does not concern a file. */
  file: string;
}

/** Creates a problem that causes a rejection. */
export const problem = (code: string, file: string, what: string, next: string): ReleaseProblem => ({
  code,
  fails: true,
  what,
  next,
  file,
});

export interface ReportedDocument {
  /** Name of the document as passed by the caller. */
  name: string;
  title: string;
  version: string;
}

/** The result of the gate, from which all renderings are generated. `report.schema.json` describes the format. */
export interface Report {
  reportVersion: 1;
  tool: { name: string; version: string };
  verdict: Verdict;
  /** Exit code: 0 accepted, 1 rejected, 2 no verdict. */
  exitCode: 0 | 1 | 2;
  /** Reason for a missing verdict, in one line. */
  failure?: string;
  base?: ReportedDocument;
  revision?: ReportedDocument;
  /** The highest impact of all changes. */
  impact: Impact | 'none';
  /** The programs whose usage files were read; absent if not requested. They do not change the rating. */
  consumers?: ReportedConsumer[];
  /** Changes of this branch, then earlier changes, each by descending impact. */
  changes: ReportedChange[];
  problems: ReleaseProblem[];
}

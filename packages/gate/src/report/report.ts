import type { Change, Impact } from '../comparison/change.ts';

export type Verdict = 'accepted' | 'rejected' | 'no verdict';

export interface Acknowledgement {
  reason: string;
  owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  expires: string;
}

/** The effect of a change on a consumer: `breaks` and `none` are certain as far as its tests go. */
export interface ChangeConsumer {
  name: string;
  /** `uses`: it uses the changed part, and the change does not break it. `unknown`: its usage file does not say. */
  effect: 'breaks' | 'uses' | 'none' | 'unknown';
  /** Where it uses the changed part: `getFluids data[].ItemMPText`. */
  where: string[];
}

/** A program whose usage is known. */
export interface ReportedConsumer {
  name: string;
  version: string;
  /** The version of the contract with which its usage was recorded. */
  contract: string;
  file: string;
}

/** A change and its consequences. */
export interface ReportedChange extends Change {
  /** Whether this change by itself makes the gate reject. */
  fails: boolean;
  /** Whether this branch made it; changes of earlier branches are not released yet. */
  isNew: boolean;
  /** Who has accepted that it breaks callers. */
  acknowledgement?: Acknowledgement;
  /** Each known consumer; absent if not requested. */
  consumers?: ChangeConsumer[];
}

/** A requirement of a release that is missing or invalid. */
export interface ReleaseProblem {
  code: string;
  /** Whether it makes the gate reject. */
  fails: boolean;
  /** The problem, a sentence. */
  what: string;
  next: string;
  /** As messages name it; empty where it is about no file. */
  file: string;
}

/** A problem that makes the gate reject. */
export const problem = (code: string, file: string, what: string, next: string): ReleaseProblem => ({
  code,
  fails: true,
  what,
  next,
  file,
});

export interface ReportedDocument {
  /** As the caller named it. */
  name: string;
  title: string;
  version: string;
}

/** The result of the gate; all renderings are made from it. `report.schema.json` describes it. */
export interface Report {
  reportVersion: 1;
  tool: { name: string; version: string };
  verdict: Verdict;
  /** 0 accepted, 1 rejected, 2 no verdict. */
  exitCode: 0 | 1 | 2;
  /** Why there is no verdict, one line. */
  failure?: string;
  base?: ReportedDocument;
  revision?: ReportedDocument;
  /** The highest impact of all changes. */
  impact: Impact | 'none';
  /** The programs whose usage files were read; absent if not requested. They do not change the rating. */
  consumers?: ReportedConsumer[];
  /** The gravest first; those of this branch before the others. */
  changes: ReportedChange[];
  problems: ReleaseProblem[];
}

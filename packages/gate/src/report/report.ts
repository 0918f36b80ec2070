import type { Change, Impact } from '../comparison/change.ts';

export type Verdict = 'accepted' | 'rejected' | 'no verdict';

export interface Acknowledgement {
  reason: string;
  owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  expires: string;
}

/** What a change means for a consumer: `breaks` and `none` are certain as far as its tests went. */
export interface ChangeConsumer {
  name: string;
  /** `uses`: it uses what changed, and the change breaks nothing. `unknown`: its usage file does not say. */
  effect: 'breaks' | 'uses' | 'none' | 'unknown';
  /** Where it uses what changed: `getFluids data[].ItemMPText`. */
  where: string[];
}

/** A program of which it is known what it uses. */
export interface ReportedConsumer {
  name: string;
  version: string;
  /** The version of the contract with which its usage was recorded. */
  contract: string;
  file: string;
}

/** A change, and what follows from it. */
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

/** Something that a release needs and that is missing or wrong. */
export interface ReleaseProblem {
  code: string;
  /** Whether it makes the gate reject. */
  fails: boolean;
  /** What is wrong, a sentence. */
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

/** What the gate says of a change; everything that is shown is made from it. `report.schema.json` describes it. */
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

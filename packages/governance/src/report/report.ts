import type { Change, Impact } from '../comparison/change.ts';

export const VERDICTS = ['accepted', 'refused', 'no verdict'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Acknowledgement {
  reason: string;
  owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`. */
  expires: string;
}

/** A change, and what follows from it. */
export interface ReportedChange extends Change {
  /** Whether the change alone makes the gate refuse. */
  fails: boolean;
  /** Whether this branch made it; changes of earlier branches are not released yet. */
  isNew: boolean;
  /** Who has accepted that it breaks callers. */
  acknowledgement?: Acknowledgement;
}

/** Something that a release needs and that is missing or wrong. */
export interface ReleaseProblem {
  code: string;
  /** Whether it makes the gate refuse. */
  fails: boolean;
  /** What is wrong, a sentence. */
  what: string;
  next: string;
  /** As messages name it; empty where it is about no file. */
  file: string;
}

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
  /** 0 accepted, 1 refused, 2 no verdict. */
  exitCode: 0 | 1 | 2;
  /** Why there is no verdict, one line. */
  failure?: string;
  base?: ReportedDocument;
  revision?: ReportedDocument;
  /** The highest impact of all changes. */
  impact: Impact | 'none';
  /** The gravest first; those of this branch before the others. */
  changes: ReportedChange[];
  problems: ReleaseProblem[];
}

import type { SourcePlace } from '../document/bundle.ts';

/** Version bumps that a change may require: `major` if it can break a caller, `minor` if it adds a part, otherwise `patch`. */
export const IMPACTS = ['major', 'minor', 'patch'] as const;
export type Impact = (typeof IMPACTS)[number];

/** Kinds of programs that a change can affect: programs that send requests, read responses or contain generated types. */
export const AUDIENCES = ['sender', 'reader', 'generated code'] as const;
export type Audience = (typeof AUDIENCES)[number];

export type ChangeKind = 'added' | 'removed' | 'modified';

/** The effect of a change on callers. */
export interface Rating {
  /** Code of the rule that rated the change. `explain` describes the rule. */
  code: string;
  impact: Impact;
  audience: Audience[];
  /** The change in one sentence. */
  what: string;
  why: string;
  /** The next step for the developer. */
  next: string;
}

/** A change and its location. */
export interface Difference {
  kind: ChangeKind;
  /** JSON Pointer in the bundled revision, or in the bundled base if a part was removed. */
  pointer: string;
  before?: unknown;
  after?: unknown;
  /** A request value that was valid and is now rejected, or a response value that was not possible before. */
  value?: unknown;
}

/** A rated change to the contract. */
export interface Change extends Rating, Difference {
  /** Operations whose requests or responses the change affects; empty if it affects no operation. */
  operations: string[];
  /** Source location of the change: in the revision, or in the base if a part was removed. */
  place: SourcePlace;
  /** Clauses and assumptions on which the changed part is based, as marked in the document. */
  clauses: string[];
  assumptions: string[];
  /** Identifies exactly this change: a different value at the same location has a different fingerprint. */
  fingerprint: string;
}

const RANK: Readonly<Record<Impact, number>> = { major: 2, minor: 1, patch: 0 };

/** Returns the highest impact; undefined if the list is empty. */
export const highest = (impacts: readonly Impact[]): Impact | undefined =>
  [...impacts].sort((a, b) => RANK[b] - RANK[a])[0];

/** Returns whether a version bump is sufficient for an impact. */
export const covers = (bump: Impact, impact: Impact): boolean => RANK[bump] >= RANK[impact];

/** Possible outcomes of a change that breaks only generated code (for example, renaming an operation). */
export const CODE_CHANGES = ['warn', 'reject'] as const;
export type CodeChanges = (typeof CODE_CHANGES)[number];

/** Compares two strings for a sort order that is the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns whether a change breaks callers and is therefore rejected by default. */
export const isBreaking = ({ impact, audience }: Rating, codeChanges: CodeChanges): boolean =>
  impact === 'major' && (codeChanges === 'reject' || audience.some((one) => one !== 'generated code'));

import type { SourcePlace } from '../document/bundle.ts';

/** The part of the version that a change requires: it can break a caller, it adds something, or neither. */
export const IMPACTS = ['major', 'minor', 'patch'] as const;
export type Impact = (typeof IMPACTS)[number];

/** Who can be affected: programs that send requests, programs that read responses, programs with generated types. */
export const AUDIENCES = ['sender', 'reader', 'generated code'] as const;
export type Audience = (typeof AUDIENCES)[number];

export type ChangeKind = 'added' | 'removed' | 'modified';

/** The effect of a change on callers. */
export interface Rating {
  /** The rule that rated the change; `explain` describes it. */
  code: string;
  impact: Impact;
  audience: Audience[];
  /** The change, a sentence. */
  what: string;
  why: string;
  /** What to do next. */
  next: string;
}

/** A change and its location. */
export interface Difference {
  kind: ChangeKind;
  /** JSON Pointer in the bundle: of the revision, or of the base where something was removed. */
  pointer: string;
  before?: unknown;
  after?: unknown;
  /** A value that was valid and is rejected now; of a response, a value that it may have now and could not have. */
  value?: unknown;
}

/** A rated change of the contract. */
export interface Change extends Rating, Difference {
  /** The operations whose requests or responses it reaches; empty where it is about none. */
  operations: string[];
  /** Where it is written: in the revision, or in the base where something was removed. */
  place: SourcePlace;
  /** The clauses and assumptions that the statement rests on, as the document marks them. */
  clauses: string[];
  assumptions: string[];
  /** Names exactly this change: a different value at the same place has a different fingerprint. */
  fingerprint: string;
}

const RANK: Readonly<Record<Impact, number>> = { major: 2, minor: 1, patch: 0 };

/** The highest impact; undefined if there is none. */
export const highest = (impacts: readonly Impact[]): Impact | undefined =>
  [...impacts].sort((a, b) => RANK[b] - RANK[a])[0];

/** Whether a bump is enough for an impact. */
export const covers = (bump: Impact, impact: Impact): boolean => RANK[bump] >= RANK[impact];

/** What follows from a change that requests and responses do not show, such as another name of an operation. */
export const CODE_CHANGES = ['warn', 'reject'] as const;
export type CodeChanges = (typeof CODE_CHANGES)[number];

/** Sorts strings in the same order on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Whether a change breaks callers, so that it fails unless it is accepted. */
export const isBreaking = ({ impact, audience }: Rating, codeChanges: CodeChanges): boolean =>
  impact === 'major' && (codeChanges === 'reject' || audience.some((one) => one !== 'generated code'));

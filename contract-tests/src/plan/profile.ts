import { operationTable } from '@vehicle-lookup/contract';

/** The target of a run. A mock returns any declared response requested with `Prefer`; a service responds only to its input. */
export type RunTarget = 'mock' | 'service';

/**
 * The scope of a run.
 * - `smoke`: a valid request for every operation
 * - `live`: `smoke`, plus some kinds of invalid requests, each for one operation
 * - `full`: `live`, plus every kind of invalid request, for as many operations as possible
 * - `deep`: all cases
 * - `traffic`: no requests; judges responses recorded elsewhere
 * - `mock`: every declared response with `Prefer`, and every invalid request derived from the document
 */
export type Profile = 'smoke' | 'live' | 'full' | 'deep' | 'mock' | 'traffic';

/** The size of a profile. */
export interface ProfileSize {
  /** The maximum number of requests in a run with one account, including retries. */
  requests: number;
  /** The number of requests reserved for retries. */
  kept: number;
  /** The number of invalid secrets sent for the run's account. */
  wrongKeys: number;
  /** The number of requests reserved for assumptions, even if requests for clauses remain. */
  forAssumptions: number;
  /** The number of additional requests for each further account. */
  forAccounts: number;
}

const any = Number.POSITIVE_INFINITY;

export const sizes: Readonly<Record<Profile, ProfileSize>> = {
  smoke: { requests: operationTable.operations.length + 1, kept: 1, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
  live: { requests: 25, kept: 3, wrongKeys: 1, forAssumptions: 0, forAccounts: 1 },
  full: { requests: 60, kept: 3, wrongKeys: 2, forAssumptions: 3, forAccounts: any },
  deep: { requests: any, kept: 0, wrongKeys: 10, forAssumptions: 0, forAccounts: any },
  mock: { requests: any, kept: 0, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
  traffic: { requests: 0, kept: 0, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
};

/** The profiles that a user can select. */
export const profiles: readonly Profile[] = ['smoke', 'live', 'full', 'deep', 'mock'];

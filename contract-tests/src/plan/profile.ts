/** What a run verifies: a mock sends any declared response when asked by `Prefer`, a service only by its input. */
export type RunTarget = 'mock' | 'service';

/**
 * How much a run asks for.
 * - `smoke`: a success of every operation
 * - `live`: that, and some kinds of invalid requests, each in one operation
 * - `full`: that, every kind of invalid request, and as many as possible in several operations
 * - `deep`: every case
 * - `traffic`: nothing; responses that were recorded elsewhere are judged
 * - `mock`: every declared response by `Prefer`, every invalid request that follows from the document
 */
export type Profile = 'smoke' | 'live' | 'full' | 'deep' | 'mock' | 'traffic';

/** The size of a profile. */
export interface ProfileSize {
  /** The most requests of a run with one account, repeated ones included. */
  requests: number;
  /** Requests that no case takes: they are kept for those that have to be made again. */
  kept: number;
  /** Wrong secrets of the account that the run uses. */
  wrongKeys: number;
  /** Requests that are made for assumptions, however much is left to ask of clauses. */
  forAssumptions: number;
  /** Requests of each further account, in addition to all others. */
  forAccounts: number;
}

const any = Number.POSITIVE_INFINITY;

export const sizes: Readonly<Record<Profile, ProfileSize>> = {
  smoke: { requests: 11, kept: 1, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
  live: { requests: 25, kept: 3, wrongKeys: 1, forAssumptions: 0, forAccounts: 1 },
  full: { requests: 60, kept: 3, wrongKeys: 2, forAssumptions: 3, forAccounts: any },
  deep: { requests: any, kept: 0, wrongKeys: 10, forAssumptions: 0, forAccounts: any },
  mock: { requests: any, kept: 0, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
  traffic: { requests: 0, kept: 0, wrongKeys: 0, forAssumptions: 0, forAccounts: 0 },
};

/** Those that a user may name. */
export const profiles: readonly Profile[] = ['smoke', 'live', 'full', 'deep', 'mock'];

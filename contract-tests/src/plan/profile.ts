/** What a run verifies: a mock sends any declared reply when asked by `Prefer`, a service only by its input. */
export type RunTarget = 'mock' | 'service';

/**
 * How much a run asks for.
 * - `smoke`: a success of every operation
 * - `live`: that, and every kind of wrong request that a clause speaks of, once
 * - `full`: that, every cell that a clause speaks of, and as many operations as possible for every kind
 * - `deep`: every kind of wrong request in every operation, every assumption
 * - `mock`: every declared reply by `Prefer`, every wrong request that follows from the document
 */
export type Profile = 'smoke' | 'live' | 'full' | 'deep' | 'mock';

/** What bounds a profile. Required requests are never cut; wanted ones may be. */
export interface Limits {
  /** Requests, repeated ones included. */
  requests: number;
  /** Wrong secrets of the account that the run uses. */
  wrongSecrets: number;
  /** Requests that are kept for assumptions, however much is left to ask of clauses. */
  forAssumptions: number;
}

const any = Number.POSITIVE_INFINITY;

export const limits: Readonly<Record<Profile, Limits>> = {
  // One more than the operations: a request that a burst limit refused is made again.
  smoke: { requests: 11, wrongSecrets: 0, forAssumptions: 0 },
  live: { requests: 24, wrongSecrets: 1, forAssumptions: 0 },
  full: { requests: 60, wrongSecrets: 5, forAssumptions: 3 },
  deep: { requests: any, wrongSecrets: any, forAssumptions: 0 },
  mock: { requests: any, wrongSecrets: any, forAssumptions: 0 },
};

export const profiles: readonly Profile[] = ['smoke', 'live', 'full', 'deep', 'mock'];

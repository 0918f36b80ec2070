/** What a run verifies: a mock sends any declared reply when asked by `Prefer`, a service only by its input. */
export type Target = 'mock' | 'service';

/**
 * How much a run asks for.
 * - `smoke`: a success of every operation
 * - `live`: that, every client error that a request can provoke once, each credential alone
 * - `full`: every cell that a request can provoke, and every assumption
 * - `mock`: every declared reply by `Prefer`, every wrong request that follows from the document
 */
export type Profile = 'smoke' | 'live' | 'full' | 'mock';

export const profiles: readonly Profile[] = ['smoke', 'live', 'full', 'mock'];

/** The most requests of a profile. What it requires is never cut; what it wants beyond that is. */
export const ceilings: Readonly<Record<Profile, number>> = {
  // One more than the operations: a request that a burst limit refused is made again.
  smoke: 11,
  live: 24,
  full: 60,
  mock: Number.POSITIVE_INFINITY,
};

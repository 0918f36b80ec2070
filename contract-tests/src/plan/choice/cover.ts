import type { Candidate, PlannedRequest } from '../request.ts';
import { goalId } from './goals.ts';

/** What the chosen requests have to observe; goals by id. */
export interface Goals {
  /** Never cut. A goal that no candidate has is left out. */
  required: readonly string[];
  /** In the order of their worth; taken as far as the limits allow. */
  wanted: readonly string[];
  /** Wanted goals for which some requests are kept. */
  reserved: readonly string[];
  /** Goals that earlier runs have observed; they count for little. */
  seen?: ReadonlySet<string>;
}

/** How much may be chosen. */
export interface Room {
  requests: number;
  wrongSecrets: number;
  /** Requests that are kept for reserved goals. */
  reserve: number;
}

/**
 * Chooses few requests that observe every required goal and many wanted ones: for each goal in turn the candidate that
 * observes the most at once.
 * @param candidates the earlier one is taken among equals
 */
export function cover(candidates: readonly Candidate[], goals: Goals, room: Room): PlannedRequest[] {
  const goalsOf = new Map(candidates.map((candidate) => [candidate, candidate.goals.map(goalId)]));
  const candidateCounts = countEach([...goalsOf.values()].flat());
  const open = new Set(
    [...goals.required, ...goals.wanted, ...goals.reserved].filter((goal) => candidateCounts.has(goal)),
  );
  const required = new Set(goals.required);
  // A goal that few candidates observe counts for more: the others find another place.
  const weightOf = (goal: string): number =>
    (required.has(goal) ? 1000 : 1 / (candidateCounts.get(goal) ?? 1)) / (goals.seen?.has(goal) ? 1000 : 1);
  const worth = (candidate: Candidate): number =>
    (goalsOf.get(candidate) ?? []).reduce((sum, goal) => sum + (open.has(goal) ? weightOf(goal) : 0), 0);
  const chosen: PlannedRequest[] = [];
  const isAllowed = ({ isWrongSecret }: Candidate): boolean =>
    !isWrongSecret || chosen.filter((request) => request.isWrongSecret).length < room.wrongSecrets;
  const take = (goal: string, isRequired: boolean): void => {
    if (!open.has(goal)) return;
    const observers = candidates.filter((candidate) => goalsOf.get(candidate)?.includes(goal) && isAllowed(candidate));
    const best = observers.toSorted((a, b) => worth(b) - worth(a))[0];
    if (!best) return;
    chosen.push({ ...best, required: isRequired });
    for (const observed of goalsOf.get(best) ?? []) open.delete(observed);
  };
  const takeAll = (names: readonly string[], most: number): void => {
    for (const goal of names) if (chosen.length < most) take(goal, false);
  };
  for (const goal of goals.required) take(goal, true);
  takeAll(goals.wanted, room.requests - room.reserve);
  takeAll(goals.reserved, room.requests);
  takeAll(goals.wanted, room.requests);
  return chosen;
}

function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

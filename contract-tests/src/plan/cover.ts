import type { Candidate, PlannedRequest } from './request.ts';

/** What a choice of requests is to observe. */
export interface Goals {
  /** Never cut. A goal that no candidate has cannot be required. */
  required: readonly string[];
  /** In the order of their worth; taken as far as the limit allows. */
  wanted: readonly string[];
  /** Taken where the limit leaves room; they weigh nothing in a choice. */
  spare: readonly string[];
}

/**
 * Chooses few requests that observe every required goal and many wanted ones: for each goal in turn the candidate that
 * observes the most at once.
 * @param seed chooses among equals; the same seed, the same requests
 */
export function cover(candidates: readonly Candidate[], goals: Goals, limit: number, seed: number): PlannedRequest[] {
  const shuffled = candidates
    .map((candidate) => ({ candidate, rank: hash(`${seed} ${candidate.id}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ candidate }) => candidate);
  const open = { required: new Set(goals.required), wanted: new Set(goals.wanted), spare: new Set(goals.spare) };
  const able = countEach(candidates.flatMap((candidate) => candidate.goals));
  // A goal that few candidates observe counts for more: the others find another place.
  const worth = ({ goals: observed }: Candidate): number =>
    observed.reduce(
      (sum, goal) =>
        sum + (open.required.has(goal) ? 1000 : 0) + (open.wanted.has(goal) ? 1 / (able.get(goal) ?? 1) : 0),
      0,
    );
  const chosen: PlannedRequest[] = [];
  const take = (goal: string, required: boolean): void => {
    const best = shuffled
      .filter((candidate) => candidate.goals.includes(goal))
      .toSorted((a, b) => worth(b) - worth(a))[0];
    if (!best) return;
    chosen.push({ ...best, required });
    for (const observed of best.goals) {
      open.required.delete(observed);
      open.wanted.delete(observed);
      open.spare.delete(observed);
    }
  };
  for (const goal of goals.required) if (open.required.has(goal)) take(goal, true);
  for (const goal of goals.wanted) if (chosen.length < limit && open.wanted.has(goal)) take(goal, false);
  for (const goal of goals.spare) if (chosen.length < limit && open.spare.has(goal)) take(goal, false);
  return chosen;
}

function countEach(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** FNV-1a over the text's code units: a fixed order that depends on every character. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}

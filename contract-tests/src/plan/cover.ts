import type { Planned } from '../request.ts';

/** What a selection is to see. */
export interface Goals {
  /** Never cut. A goal that no candidate has cannot be required. */
  required: readonly string[];
  /** In the order of their worth; taken as far as the limit allows. */
  wished: readonly string[];
  /** Taken where the limit leaves room; they weigh nothing in a choice. */
  spare: readonly string[];
}

export interface Choice {
  planned: Planned;
  /** Whether a required goal asked for it. */
  required: boolean;
}

/**
 * Chooses few requests that see every required goal and many wished ones: for each goal in turn the candidate that sees
 * the most at once.
 * @param seed chooses among equals; the same seed, the same requests
 */
export function cover(candidates: readonly Planned[], goals: Goals, limit: number, seed: number): Choice[] {
  const shuffled = candidates
    .map((planned) => ({ planned, rank: hash(`${seed} ${planned.id}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ planned }) => planned);
  const open = { required: new Set(goals.required), wished: new Set(goals.wished), spare: new Set(goals.spare) };
  const able = countBy(candidates.flatMap((candidate) => candidate.goals));
  // What few candidates can see counts for more: the others find another place.
  const worth = ({ goals: seen }: Planned): number =>
    seen.reduce(
      (sum, goal) =>
        sum + (open.required.has(goal) ? 1000 : 0) + (open.wished.has(goal) ? 1 / (able.get(goal) ?? 1) : 0),
      0,
    );
  const chosen: Choice[] = [];
  const take = (goal: string, required: boolean): void => {
    const best = shuffled
      .filter((candidate) => candidate.goals.includes(goal))
      .toSorted((a, b) => worth(b) - worth(a))[0];
    if (!best) return;
    chosen.push({ planned: best, required });
    for (const seen of best.goals) {
      open.required.delete(seen);
      open.wished.delete(seen);
      open.spare.delete(seen);
    }
  };
  for (const goal of goals.required) if (open.required.has(goal)) take(goal, true);
  for (const goal of goals.wished) if (chosen.length < limit && open.wished.has(goal)) take(goal, false);
  for (const goal of goals.spare) if (chosen.length < limit && open.spare.has(goal)) take(goal, false);
  return chosen;
}

function countBy(names: readonly string[]): Map<string, number> {
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

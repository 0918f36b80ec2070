import { groupBy } from '../../group-by.ts';
import type { Candidate, Goal } from '../request.ts';

export const goalId = ({ type, name }: Goal): string => `${type} ${name}`;

/** The kind of a wrong request. */
export interface KindOfRequest {
  kind?: string;
  /** Which services overlook it: in single operations, in all or none, or hardly any. */
  overlookedBy?: 'one' | 'all' | 'few';
  form?: string;
}

/** The goals of a request for a declared reply. */
export function goalsOf(
  operation: string,
  status: string,
  { kind, overlookedBy = 'one', form }: KindOfRequest = {},
): Goal[] {
  return [
    { type: 'cell', name: `${status} ${operation}` },
    ...(kind === undefined ? [] : [{ type: overlookedBy === 'few' ? 'rare' : 'kind', name: kind } as const]),
    ...(kind === undefined || overlookedBy !== 'one' ? [] : [{ type: 'way', name: `${kind} ${operation}` } as const]),
    ...(form === undefined ? [] : [{ type: 'form', name: form } as const]),
  ];
}

/** Whether the expected reply of a request rests on a clause. */
export const isClauseBacked = ({ rests }: Pick<Candidate, 'rests'>): boolean => rests.assumption === undefined;

/** The goals of a type that some candidates have, each once; a goal of many candidates comes first. */
export function goalsOfType(candidates: readonly Candidate[], type: Goal['type']): string[] {
  const ofType = candidates.flatMap(({ goals }) => goals.filter((goal) => goal.type === type).map(goalId));
  return [...groupBy(ofType, (goal) => goal)].toSorted(([, a], [, b]) => b.length - a.length).map(([goal]) => goal);
}

/**
 * Removes a cell from the goals of requests that rest on an assumption if a request that rests on a clause leads to it, too.
 * The reply to the former shows the assumption, not the clause.
 */
export function withoutForeignCells(candidates: readonly Candidate[]): Candidate[] {
  const ofClauses = new Set(goalsOfType(candidates.filter(isClauseBacked), 'cell'));
  return candidates.map((candidate) =>
    isClauseBacked(candidate)
      ? candidate
      : { ...candidate, goals: candidate.goals.filter((goal) => !ofClauses.has(goalId(goal))) },
  );
}

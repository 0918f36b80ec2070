import type { Body } from '../support/evaluate.ts';

type Member = { [key: string]: unknown } | unknown[];
const isMember = (value: unknown): value is Member => typeof value === 'object' && value !== null;

/** Bodies with one fault each: for every member of the first records, the member is missing or has another type. */
export function mutants([operation, status, body]: Body): Body[] {
  return places(body, []).flatMap((place): Body[] => [
    [operation, status, changed(body, place, undefined)],
    [operation, status, changed(body, place, { of: 'another type' })],
  ]);
}

/** Every place of a body. Of a list, only the first element: the others are alike. */
function places(value: unknown, at: string[]): string[][] {
  if (!isMember(value)) return [];
  const keys = Array.isArray(value) ? Object.keys(value.slice(0, 1)) : Object.keys(value);
  return keys.flatMap((key) => [[...at, key], ...places((value as Record<string, unknown>)[key], [...at, key])]);
}

/** A copy with another value at one place. JSON drops a member that is undefined. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, replacement);
  return copy;
}

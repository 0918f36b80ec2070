import type { Body } from '../support/evaluate.ts';

type Member = { [key: string]: unknown } | unknown[];
const isMember = (value: unknown): value is Member => typeof value === 'object' && value !== null;

/** A body with one fault for every member in its first records: the member is gone, or of another type. */
export function mutants([operation, status, body]: Body): Body[] {
  return places(body, []).flatMap((place): Body[] => [
    [operation, status, changed(body, place, undefined)],
    [operation, status, changed(body, place, { of: 'another type' })],
  ]);
}

/** Every place of a body; of a list its first element, since the others are like it. */
function places(value: unknown, at: string[]): string[][] {
  if (!isMember(value)) return [];
  const keys = Array.isArray(value) ? Object.keys(value.slice(0, 1)) : Object.keys(value);
  return keys.flatMap((key) => [[...at, key], ...places((value as Record<string, unknown>)[key], [...at, key])]);
}

/** A copy with another value at a place; a member that becomes undefined is gone, since a body is JSON. */
function changed(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = changed(copy[key], rest, replacement);
  return copy;
}

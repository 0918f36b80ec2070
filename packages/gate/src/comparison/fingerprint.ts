import { createHash } from 'node:crypto';
import { at, child, type Document, dereference, isRecord, keysOf } from '@vehicle-lookup/openapi';
import type { RatedDifference } from './rule.ts';

/**
 * Names exactly one change. Of a list it is what was lost and what was added, so that a later item, which is a change of its own,
 * does not make another one of it; a parameter is named, not counted, so that one more before it does not either.
 * @param document the side on which the change is written
 */
export function fingerprintOf(
  { code, kind, pointer, before, after, identity = [] }: Omit<RatedDifference, 'operations'>,
  document: Document,
): string {
  const [lost, gained] = Array.isArray(before) && Array.isArray(after) ? differenceOf(before, after) : [before, after];
  const concerned = code.endsWith('-removed') ? [lost] : code.endsWith('-added') ? [gained] : [lost, gained];
  const isList = Array.isArray(before) && Array.isArray(after);
  const values = isList ? concerned : [before, after];
  const text = JSON.stringify([code, kind, named(document, pointer), ...values, ...identity]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What a list lost, and what it gained. */
export function differenceOf(
  before: readonly unknown[],
  after: readonly unknown[],
): [lost: unknown[], gained: unknown[]] {
  const [old, fresh] = [before, after].map((list) => new Set(list.map((one) => JSON.stringify(one))));
  return [
    before.filter((one) => !fresh?.has(JSON.stringify(one))),
    after.filter((one) => !old?.has(JSON.stringify(one))),
  ];
}

/** A pointer with the names of parameters instead of their indices. */
function named(document: Document, pointer: string): string {
  let place = '';
  return keysOf(pointer).reduce((written, key, index, keys) => {
    place = child(place, key);
    const node = keys[index - 1] === 'parameters' && /^\d+$/.test(key) ? at(document, place) : undefined;
    const parameter = isRecord(node) ? dereference<unknown>(document, node) : undefined;
    return child(written, isRecord(parameter) && parameter.name ? `${parameter.in} ${parameter.name}` : key);
  }, '');
}

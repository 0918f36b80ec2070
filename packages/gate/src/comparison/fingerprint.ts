import { createHash } from 'node:crypto';
import { at, child, type Document, dereference, isRecord, keysOf, members } from '@vehicle-lookup/openapi';
import { nodeAt } from '../walk/readers.ts';
import type { RatedDifference, Side } from './rule.ts';

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

/** What a schema says, with all that it refers to, without texts and in an order of its own: another meaning has another string. */
export function meaningOf({ document, readers: { plain } }: Side, pointer: string): string {
  const said = new Map<string, string>();
  const waiting: [reference: string, schema: unknown][] = [['', plain.read(nodeAt(document, pointer))]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, schema] = next;
    if (said.has(name)) continue;
    const sorted = (key: string, value: unknown): unknown => {
      if ((key === '$ref' || key === '$dynamicRef') && typeof value === 'string') waiting.push(...targets(value));
      return isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
    };
    said.set(name, JSON.stringify(schema, sorted) ?? '');
  }
  return JSON.stringify([...said].sort(([a], [b]) => (a < b ? -1 : 1)));

  /** What a reference leads to; where that cannot be told, everything that it may lead to. */
  function targets(reference: string): [string, unknown][] {
    const target = plain.resolve(reference);
    if (target !== undefined) return [[reference, target]];
    return members(document.components?.schemas).map(([name, schema]) => [`? ${name}`, plain.read(schema)]);
  }
}

import { createHash } from 'node:crypto';
import { at, child, type Document, dereference, isRecord, keysOf, members } from '@vehicle-lookup/openapi';
import { nodeAt } from '../walk/readers.ts';
import type { RatedDifference, Side } from './rule.ts';

/**
 * Returns a fingerprint that identifies a change. For a list, only the removed and added items are included, so other items do not affect
 * the fingerprint. A parameter is identified by its name instead of its index, so additional parameters do not affect the fingerprint.
 * @param document the document that contains the change
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

/** Returns the elements that a list lost and the elements that it gained. */
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

/** Returns a pointer that contains parameter names instead of parameter indexes. */
function named(document: Document, pointer: string): string {
  let place = '';
  return keysOf(pointer).reduce((written, key, index, keys) => {
    place = child(place, key);
    const node = keys[index - 1] === 'parameters' && /^\d+$/.test(key) ? at(document, place) : undefined;
    const parameter = isRecord(node) ? dereference<unknown>(document, node) : undefined;
    return child(written, isRecord(parameter) && parameter.name ? `${parameter.in} ${parameter.name}` : key);
  }, '');
}

/** Returns a normalised string for a schema and its references, without descriptions. Different meanings have different strings. */
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

  /** Returns the target of a reference, or all possible targets if the reference is ambiguous. */
  function targets(reference: string): [string, unknown][] {
    const target = plain.resolve(reference);
    if (target !== undefined) return [[reference, target]];
    return members(document.components?.schemas).map(([name, schema]) => [`? ${name}`, plain.read(schema)]);
  }
}

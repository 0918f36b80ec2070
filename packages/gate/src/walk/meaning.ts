import { isRecord, members } from '@vehicle-lookup/openapi';
import type { Side } from '../comparison/rule.ts';
import { nodeAt } from './readers.ts';

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

import { isRecord } from './node.ts';
import type { Path } from './openapi.ts';

/** Objects whose keys are names chosen by the author, not keywords. */
const NAMES = new Set([
  '$defs',
  'callbacks',
  'content',
  'dependentRequired',
  'dependentSchemas',
  'encoding',
  'examples',
  'headers',
  'links',
  'mapping',
  'patternProperties',
  'properties',
  'scopes',
  'variables',
  'webhooks',
]);

/** Keywords whose value is API data, or a fragment that has no meaning on its own. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'value', 'x-specified']);

/** An object in the document. If `named` is true, the keys of the object are names, even if they look like keywords. */
export interface Visited {
  node: Record<string, unknown>;
  at: Path;
  named: boolean;
}

/** Yields every object in a document once, except API data. Every `$ref` must already be replaced (inline.ts). */
export function* walk(root: unknown, at: Path = []): Generator<Visited> {
  const seen = new Set<unknown>();
  // A stack is faster than nested generators, because every object would pass through all enclosing generators.
  const waiting: { node: unknown; at: Path; named: boolean }[] = [{ node: root, at, named: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, at: place, named } = next;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    if (!isRecord(node)) {
      const items = (node as unknown[]).map((item, index) => ({ node: item, at: [...place, index], named: false }));
      waiting.push(...items.reverse());
      continue;
    }
    yield { node, at: place, named };
    const isComponents = place.length === 1 && place[0] === 'components';
    const members = Object.entries(node)
      .filter(([key, value]) => named || !(DATA.has(key) || (key === 'examples' && Array.isArray(value))))
      .filter(([, value]) => typeof value === 'object')
      .map(([key, value]) => ({ node: value, at: [...place, key], named: !named && (isComponents || NAMES.has(key)) }));
    waiting.push(...members.reverse());
  }
}

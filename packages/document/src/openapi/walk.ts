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

/** Keywords whose value is data of the described interface, or a fragment that states nothing by itself. */
const DATA = new Set(['const', 'default', 'enum', 'example', 'value', 'x-specified']);

/** An object of the document. `named`: its keys are names, even if they look like keywords. */
export interface Visited {
  node: Record<string, unknown>;
  at: Path;
  named: boolean;
}

/** Every object of a document once, without data. Its `$ref`s must have been replaced (inline.ts). */
export function* walk(root: unknown, at: Path = []): Generator<Visited> {
  const seen = new Set<unknown>();

  function* visit(node: unknown, at: Path, named: boolean): Generator<Visited> {
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (isRecord(node)) {
      yield { node, at, named };
      for (const [key, value] of Object.entries(node)) {
        if (!named && (DATA.has(key) || (key === 'examples' && Array.isArray(value)))) continue;
        const component = at.length === 1 && at[0] === 'components';
        yield* visit(value, [...at, key], !named && (component || NAMES.has(key)));
      }
    } else {
      for (const [index, item] of (node as unknown[]).entries()) yield* visit(item, [...at, index], false);
    }
  }

  yield* visit(root, at, false);
}

import { items } from '../../../document/node.ts';
import { walk } from '../../../document/walk.ts';
import type { Check } from '../../rule.ts';

/** `keys`: the extensions that this document knows; extensions.md explains them. */
export interface Options {
  keys?: string[];
}

/** An `x-` key that nobody reads is a slip of the pen. Redocly itself accepts any. */
export const check: Check<Options> = (document, { keys }) =>
  [...walk(document)]
    .filter(({ named }) => !named)
    .flatMap(({ node, at }) =>
      Object.keys(node)
        .filter((key) => key.startsWith('x-') && !items(keys).includes(key))
        .map((key) => ({
          message: `${key}: expected a known extension (${items(keys).join(', ')})`,
          at: [...at, key],
        })),
    );

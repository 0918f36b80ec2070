import { items } from '../../../openapi/node.ts';
import { walk } from '../../../openapi/walk.ts';
import type { Check } from '../../rule.ts';

/** Checks that every `x-` key is in the option `keys`, because no program reads other keys. Redocly itself accepts any `x-` key. */
export const check: Check<{ keys?: string[] }> = (document, { keys }) =>
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

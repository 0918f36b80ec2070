import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'writes JSON over many lines, members in another order, letters as escapes',
  change: success((body) =>
    JSON.stringify(Array.isArray(body) ? body : Object.fromEntries(Object.entries(body).reverse()), null, 2).replace(
      /[^\0-~]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  ),
};

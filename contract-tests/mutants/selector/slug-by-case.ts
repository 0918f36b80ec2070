import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'compares slugs by case',
  code: 'name-matching',
  change: instead([200], (right, { query, rightTo }) =>
    query.get('brand')?.match(/^[A-Z-]+$/) ? rightTo((other) => other.set('brand', 'none')) : right,
  ),
};

import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'knows slugs only, no display names',
  code: 'name-matching',
  change: instead([200], (right, { query, rightTo }) =>
    query.get('brand')?.match(/^[A-Z][a-z]/) ? rightTo((other) => other.set('brand', 'none')) : right,
  ),
};

import { errorBody } from '@vehicle-lookup/operations';
import { where } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'refuses the tenth request for a moment',
  change: where(
    (_, { memory }) => memory.set('count', Number(memory.get('count') ?? 0) + 1).get('count') === 10,
    (right) => ({
      status: 429,
      headers: { ...right.headers, 'retry-after': '0' },
      body: errorBody('Too many requests at once.'),
    }),
  ),
};

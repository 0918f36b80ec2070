import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'takes the first of two users',
  code: 'repeated-parameter',
  change: lenient([401], (query) => query.set('user', query.get('user') ?? '')),
};

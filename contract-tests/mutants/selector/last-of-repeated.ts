import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'takes the last of repeated parameters',
  code: 'repeated-parameter',
  change: lenient([400, 401], (query) => {
    for (const name of [...query.keys()]) query.set(name, query.getAll(name).at(-1) ?? '');
  }),
};

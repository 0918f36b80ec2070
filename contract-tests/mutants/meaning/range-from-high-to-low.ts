import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has the ends of a range the wrong way round',
  operations: ['getFluids'],
  code: 'meaning',
  change: success(({ data }) => {
    data.at(-1).ValueText = '550 - 500';
  }),
};

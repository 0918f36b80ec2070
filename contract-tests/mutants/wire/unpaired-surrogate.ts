import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'cuts a text within a character, so that half of a surrogate pair is left',
  operations: ['getEngines'],
  code: 'unpaired-surrogate',
  change: success((body) => {
    body.data[0].Description = '2.0 TDI \ud83d';
  }),
};

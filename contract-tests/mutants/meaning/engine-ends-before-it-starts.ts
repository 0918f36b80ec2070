import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has From and Until of an engine the wrong way round',
  operations: ['getEngines'],
  code: 'meaning',
  change: success(({ data }) => {
    [data[2].From, data[2].Until] = [data[2].Until, data[2].From];
  }),
};

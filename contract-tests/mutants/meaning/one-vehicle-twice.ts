import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'lists a match twice',
  operations: ['decodeVinAll'],
  code: 'meaning',
  change: success((body) => {
    body.data.push(body.data[0]);
  }),
};

import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a blank between date and time',
  operations: ['getOemParts'],
  code: 'schema',
  change: success((body) => {
    body.timestamp = body.timestamp.replace('T', ' ');
  }),
};

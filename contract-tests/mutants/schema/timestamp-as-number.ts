import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends the timestamp as seconds since the epoch',
  operations: ['listBrands'],
  code: 'schema',
  change: success((body) => {
    body.timestamp = Math.floor(Date.parse(body.timestamp) / 1000);
  }),
};

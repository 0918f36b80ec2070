import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'ends the timestamp in Z',
  code: 'schema',
  change: success((body) => {
    body.timestamp = body.timestamp.replace('+00:00', 'Z');
  }),
};

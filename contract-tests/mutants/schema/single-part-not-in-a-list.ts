import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a single part without its list, as XML had it',
  operations: ['getOemParts'],
  code: 'schema',
  change: success((body) => {
    for (const group of body.data) if (group.parts.length === 1) group.parts = group.parts[0];
  }),
};

import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers getEngines as a decode',
  operations: ['getEngines'],
  code: 'schema',
  change: instead([200], (_, { rightTo }) => rightTo((query) => query.delete('getEngines'))),
};

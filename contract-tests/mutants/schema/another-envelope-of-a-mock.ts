import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'is a mock that answers the example of another name',
  target: 'mock',
  code: 'envelope',
  operations: ['getFluids'],
  change: success(() => example('getFluids')),
};

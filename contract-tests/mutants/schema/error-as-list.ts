import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a list of errors',
  code: 'error-body',
  change: failure(({ message }) => [{ message }]),
};

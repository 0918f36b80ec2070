import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'names the text of an error otherwise',
  code: 'error-body',
  change: failure(({ message }) => ({ success: false, error: message })),
};

import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends the message of an error as an object',
  code: 'error-body',
  change: failure(({ message }) => ({ success: false, message: { code: 17, text: message } })),
};

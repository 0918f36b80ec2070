import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes an error behind a success',
  operations: ['decodeVin'],
  code: 'not-json',
  change: text((json) => `${json}{"success":false,"message":"The log could not be written."}`),
};

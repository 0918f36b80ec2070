import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a line break into a string as it is',
  operations: ['getFluids'],
  code: 'not-json',
  change: text((json) => json.replace('Change every', 'Change\nevery')),
};

import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a member of the last record twice, once in escapes',
  operations: ['getFluids'],
  code: 'repeated-member',
  change: text((json) => json.replace(/\}\]\}$/, String.raw`,"Value\u0054ext":"4,3"}]}`)),
};

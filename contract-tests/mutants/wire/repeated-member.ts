import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a member twice',
  operations: ['decodeVin'],
  code: 'repeated-member',
  change: text((json) => json.replace('{', '{"success":true,')),
};

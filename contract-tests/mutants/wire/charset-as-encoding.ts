import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'names the character set in Content-Encoding',
  code: 'content-encoding',
  change: headers(() => ({ 'content-encoding': 'utf-8' })),
};

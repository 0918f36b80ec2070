import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'names another character set than the one that it writes',
  code: 'charset',
  change: headers(() => ({ 'content-type': 'application/json; charset=ISO-8859-1' })),
};

import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { accounts, KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'takes any user together with any key',
  accounts: true,
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    if (Object.values(accounts).some(({ key }) => key === query.get('key'))) query.set('key', KEY);
  }),
};

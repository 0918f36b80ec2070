import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account, setAll } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'goes on answering when the allowance is exhausted',
  accounts: true,
  code: 'status',
  change: lenient([429], (query) => setAll(query, account)),
};

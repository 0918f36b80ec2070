import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account, setAll } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'answers an operation that the plan does not include',
  operations: ['getOemParts', 'getRepairTimes'],
  accounts: true,
  code: 'status',
  change: lenient([403], (query) => setAll(query, account)),
};

import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers a failure of its database with status 200',
  operations: ['getEngines'],
  code: 'schema',
  change: success(() => ({ success: false, message: 'The database does not answer.' })),
};

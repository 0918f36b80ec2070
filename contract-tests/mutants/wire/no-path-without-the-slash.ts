import { errorBody } from '@vehicle-lookup/operations';
import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'does not know the path without the slash',
  code: 'trailing-slash',
  change: where(
    (_, { path }) => path === '/api',
    (right) => ({ ...right, status: 404, body: errorBody('There is nothing here.') }),
  ),
};

import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'redirects the path without the slash',
  code: 'trailing-slash',
  change: where(
    (_, { path }) => path === '/api',
    () => ({ status: 301, headers: { location: '/api/' }, body: '' }),
  ),
};

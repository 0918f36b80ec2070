import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'redirects to a login page where credentials are wrong',
  code: 'redirect',
  change: instead([401], () => ({ status: 302, headers: { location: '/login' }, body: '' })),
};

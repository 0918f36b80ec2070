import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes RateLimit in the syntax of an old draft',
  code: 'quota-headers',
  change: headers(() => ({ ratelimit: 'limit=1000, remaining=998, reset=2592000' })),
};

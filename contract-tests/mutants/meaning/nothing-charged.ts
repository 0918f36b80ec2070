import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'never takes anything from the allowance that it tells',
  code: 'charging',
  change: headers(
    (_, { status }): Record<string, string> =>
      status === 200
        ? { ratelimit: '"allowance";r=900;t=2592000', 'ratelimit-policy': '"allowance";q=1000;w=2592000' }
        : {},
  ),
};

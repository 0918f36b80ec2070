import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'repeats user and key in a cookie, in base64',
  code: 'secret-echoed',
  change: headers(({ query }) => ({
    'set-cookie': `session=${Buffer.from(`${query.get('user')}:${query.get('key')}`).toString('base64')}`,
  })),
};

import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'does not know HEAD',
  code: 'head',
  change: where(
    (_, { method }) => method === 'HEAD',
    (right) => ({ ...right, status: 405, headers: { ...right.headers, allow: 'GET' }, body: '' }),
  ),
};

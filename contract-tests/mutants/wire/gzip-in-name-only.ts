import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'says gzip, and sends the body as it is',
  operations: ['decodeVinAll'],
  code: 'content-encoding',
  change: where(
    ({ status }) => status === 200,
    (right) => ({ ...right, headers: { ...right.headers, 'content-encoding': 'gzip' } }),
  ),
};

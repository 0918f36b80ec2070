import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers POST as GET',
  code: 'options',
  change: where(
    (_, { method }) => method === 'POST',
    (right) => ({ ...right, status: 200, body: example('listBrands') }),
  ),
};

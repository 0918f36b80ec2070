import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'answers the fluids as a bare list',
  operations: ['getFluids'],
  change: success(({ data }) => data),
};

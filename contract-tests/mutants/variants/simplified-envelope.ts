import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const variant: Variant = {
  says: 'answers in the simplified envelope, where the samples show it',
  change: success((body, { operation }) =>
    ['decodeVin', 'decodeVinAll', 'getFluids'].includes(operation) ? example(operation, 'simplified') : body,
  ),
};

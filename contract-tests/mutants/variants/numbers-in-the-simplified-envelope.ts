import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends numbers as numbers in the simplified envelope',
  operations: ['decodeVin'],
  change: success(({ data: { carId, make, model, powerHpFrom } }) => ({
    success: true,
    data: { carId, make, model, powerHpFrom },
  })),
};

import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends fluids of which every other field is empty',
  operations: ['getFluids'],
  change: success(({ data }) => {
    for (const fluid of data) for (const name of Object.keys(fluid)) if (name !== 'ItemMPText') fluid[name] = '';
  }),
};

import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'has lists of one element',
  change: success(({ data }) => {
    if (Array.isArray(data))
      data.splice(0, data.length, data.find(({ slug }) => ['volkswagen', 'golf-vi'].includes(slug)) ?? data[0]);
  }),
};

import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes an underscore into a slug',
  operations: ['listBrands'],
  code: 'slug-form',
  change: success((body) => {
    for (const brand of body.data) brand.slug = brand.slug.replaceAll('-', '_');
  }),
};

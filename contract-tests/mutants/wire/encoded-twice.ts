import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'encodes names in UTF-8 twice, so that other letters are read',
  operations: ['listBrands'],
  code: 'encoded-twice',
  change: success((body) => {
    for (const brand of body.data) brand.name = Buffer.from(brand.name).toString('latin1');
  }),
};

import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'puts the list into a page',
  operations: ['listBrands'],
  code: 'schema',
  change: success((body) => {
    body.data = { items: body.data, page: 1, pages: 1 };
  }),
};

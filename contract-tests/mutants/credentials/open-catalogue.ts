import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account, setAll } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'asks for no credentials where the catalogue is listed',
  operations: ['listBrands', 'listModels', 'listVariants'],
  code: 'invalid-credentials',
  change: lenient([401], (query) => setAll(query, account)),
};

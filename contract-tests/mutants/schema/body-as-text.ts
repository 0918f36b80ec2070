import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'encodes the whole body as JSON twice',
  operations: ['listVariants'],
  code: 'schema',
  change: success((body) => JSON.stringify(JSON.stringify(body))),
};

import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends numbers as text, as its database gives them',
  operations: ['decodeVin'],
  code: 'schema',
  change: success(({ data }) => {
    for (const name of ['cubicCapacityCcm', 'powerHpFrom', 'cylinder']) data[name] = String(data[name]);
  }),
};

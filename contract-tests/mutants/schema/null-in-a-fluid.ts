import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends null for an empty field of a fluid',
  operations: ['getFluids'],
  code: 'fields-present',
  change: success((body) => {
    for (const fluid of body.data) fluid.AddTextStr ||= null;
  }),
};

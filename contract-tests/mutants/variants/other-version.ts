import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'is of another version',
  change: success((body) => {
    body.api_version = '2.1-beta';
  }),
};

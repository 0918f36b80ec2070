import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'has a clock that is an hour late',
  reports: ['clock-skew'],
  change: success((body) => {
    body.timestamp = new Date(Date.now() - 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00');
  }),
};

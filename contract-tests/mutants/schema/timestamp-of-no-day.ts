import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a timestamp of a day that the calendar does not have',
  operations: ['listModels'],
  code: 'schema',
  change: success((body) => {
    body.timestamp = '2025-02-30T12:00:00+00:00';
  }),
};

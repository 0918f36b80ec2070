import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes the month before the year',
  operations: ['getEngines'],
  code: 'schema',
  change: success((body) => {
    for (const engine of body.data) engine.From = engine.From.split('-').reverse().join('.');
  }),
};

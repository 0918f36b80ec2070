import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves Until out where production goes on',
  operations: ['getEngines'],
  code: 'fields-present',
  change: success((body) => {
    for (const engine of body.data) if (engine.Until === '') delete engine.Until;
  }),
};

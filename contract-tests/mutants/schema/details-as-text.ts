import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends an object as JSON in a string',
  operations: ['getEngines'],
  code: 'schema',
  change: success((body) => {
    for (const engine of body.data) engine.EngineDetails = JSON.stringify(engine.EngineDetails);
  }),
};

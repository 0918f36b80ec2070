import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes NaN for a number that it does not know',
  operations: ['getEngines'],
  code: 'not-json',
  change: text((json) => json.replace('"kiloWatts":81', '"kiloWatts":NaN')),
};

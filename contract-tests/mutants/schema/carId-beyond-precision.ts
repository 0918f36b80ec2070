import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a carId that readers of JSON cannot keep exactly',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: text((json) => json.replace('"carId":25591', '"carId":9007199254740993')),
};

import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a comma behind the last element',
  operations: ['listModels'],
  code: 'not-json',
  change: text((json) => json.replace(/\]\}$/, ',]}')),
};

import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'wraps the body into a call for scripts',
  operations: ['listBrands'],
  code: 'not-json',
  change: text((json) => `callback(${json});`),
};

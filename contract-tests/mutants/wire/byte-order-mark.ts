import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'starts every body with a byte order mark',
  code: 'byte-order-mark',
  change: text((json) => `\ufeff${json}`),
};

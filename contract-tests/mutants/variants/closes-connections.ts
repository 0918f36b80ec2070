import { headers } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'closes the connection behind every answer',
  change: headers(() => ({ connection: 'close' })),
};

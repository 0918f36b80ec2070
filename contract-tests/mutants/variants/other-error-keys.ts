import { failure } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'tells errors under other names',
  reports: ['error-body'],
  change: failure(({ message }) => ({ status: 'failed', error: message, detail: { code: 17 } })),
};

import { failure } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'has messages in another language',
  change: failure(() => ({ success: false, message: 'Für diese Anfrage gibt es keine Daten: „🚗“.' })),
};

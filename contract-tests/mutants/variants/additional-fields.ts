import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends fields and headers of its own, in every object',
  change: success((body) =>
    JSON.parse(JSON.stringify(body), (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value) ? { ...value, trace: 'a1' } : value,
    ),
  ),
};

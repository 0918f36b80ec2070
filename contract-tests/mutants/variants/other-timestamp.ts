import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'writes fractions of a second, and the offset of another zone',
  change: success((body) => {
    const there = new Date(Date.now() + 19_800_000).toISOString();
    body.timestamp = there.replace('Z', '123+05:30');
  }),
};

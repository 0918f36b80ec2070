import { where } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'tells what is left of the allowance',
  change: where(
    ({ status }) => status === 200,
    (right, { memory }) => {
      const left = Number(memory.get('left') ?? 900) - 1;
      memory.set('left', left);
      return {
        ...right,
        headers: {
          ...right.headers,
          ratelimit: `"allowance";r=${left};t=2592000`,
          'ratelimit-policy': '"allowance";q=1000;w=2592000',
        },
      };
    },
  ),
};

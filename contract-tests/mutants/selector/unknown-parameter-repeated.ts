import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { unknownIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'repeats the name of a parameter that it does not know',
  code: 'unknown-parameter',
  change: failure((_, { query }, { status }) => {
    const [name] = unknownIn(query);
    return status === 400 && name ? { success: false, message: `unknown parameter ${name}` } : undefined;
  }),
};

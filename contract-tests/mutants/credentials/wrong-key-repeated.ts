import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'repeats a wrong key in its refusal',
  code: 'secret-echoed',
  change: failure((_, { query }, { status }) =>
    status === 401 ? { success: false, message: `The key ${query.get('key')} is not known.` } : undefined,
  ),
};

import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'repeats the key in HTML entities',
  operations: ['listModels'],
  code: 'secret-echoed',
  change: failure((_, { query }) => ({
    success: false,
    message: `<q>${(query.get('key') ?? '').replace(/[^a-z]/gi, (own) => `&#${own.charCodeAt(0)};`)}</q>`,
  })),
};

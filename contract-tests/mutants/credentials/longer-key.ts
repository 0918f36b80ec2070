import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'cuts a key that is too long',
  code: 'invalid-credentials',
  change: lenient([401], (query) => query.set('key', (query.get('key') ?? '').slice(0, KEY.length))),
};

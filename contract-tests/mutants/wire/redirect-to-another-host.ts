import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'redirects a good request to another host',
  operations: ['getEngines'],
  code: 'redirect',
  change: instead([200], () => ({ status: 307, headers: { location: 'https://engines.example.com/api/' }, body: '' })),
};

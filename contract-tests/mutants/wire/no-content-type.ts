import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends no Content-Type',
  code: 'content-type',
  change: where(
    ({ body }) => body !== '',
    ({ status, body }) => ({ status, headers: {}, body }),
  ),
};

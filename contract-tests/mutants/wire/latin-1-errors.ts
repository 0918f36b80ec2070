import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes its messages in Latin-1',
  code: 'encoding',
  change: failure(() => Buffer.from('{"success":false,"message":"Es gibt dafür nichts."}', 'latin1')),
};

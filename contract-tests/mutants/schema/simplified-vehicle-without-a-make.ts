import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'leaves out the make in the simplified envelope',
  operations: ['decodeVin'],
  code: 'simplified-vehicle',
  change: success(() => {
    const body = example('decodeVin', 'simplified');
    delete body.data.make;
    return body;
  }),
};

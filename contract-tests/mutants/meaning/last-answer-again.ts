import type { Mutant } from '../../src/mutants/mutant.ts';
import type { Reply } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers with the last vehicle that it looked up, whatever the carId',
  operations: ['getVehicle'],
  code: 'not-found',
  change: (right, { memory }) => {
    if (right.status === 200) memory.set('vehicle', right);
    return right.status === 404 ? ((memory.get('vehicle') as Reply | undefined) ?? right) : right;
  },
};

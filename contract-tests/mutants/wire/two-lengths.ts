import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'announces two lengths of one body',
  operations: ['getVehicle'],
  code: 'not-http',
  change: where(
    ({ status }) => status === 404,
    () => ({
      raw: 'HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}',
    }),
  ),
};

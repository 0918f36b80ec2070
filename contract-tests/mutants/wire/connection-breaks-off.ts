import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'closes the connection before the body has the length that it announced',
  operations: ['listVariants'],
  incomplete: 'a connection that breaks off may be the fault of the network',
  change: where(
    ({ status }) => status === 200,
    () => ({
      raw: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{"success":true,',
    }),
  ),
};

import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a chunk whose length is no number',
  operations: ['getEngines'],
  code: 'not-http',
  change: where(
    ({ status }) => status === 200,
    () => ({
      raw: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    }),
  ),
};

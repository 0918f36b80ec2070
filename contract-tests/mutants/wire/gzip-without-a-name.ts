import { gzipSync } from 'node:zlib';
import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends gzip without saying so',
  operations: ['getOemParts'],
  code: 'encoding',
  change: text((json) => gzipSync(json)),
};

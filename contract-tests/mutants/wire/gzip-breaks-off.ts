import { gzipSync } from 'node:zlib';
import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'cuts a body that is gzip',
  operations: ['listModels'],
  code: 'not-json',
  change: where(
    ({ status }, { method }) => status === 200 && method === 'GET',
    (right) => ({
      ...right,
      headers: { ...right.headers, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(right.body)).subarray(0, -40),
    }),
  ),
};

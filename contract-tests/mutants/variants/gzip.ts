import { gzipSync } from 'node:zlib';
import { where } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends gzip, and says so',
  change: where(
    ({ body }) => body !== '',
    (right) => ({
      ...right,
      headers: { ...right.headers, 'content-encoding': 'gzip' },
      body: gzipSync(JSON.stringify(right.body)),
    }),
  ),
};

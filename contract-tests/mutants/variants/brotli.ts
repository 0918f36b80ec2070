import { brotliCompressSync } from 'node:zlib';
import { where } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends br, and says so',
  change: where(
    ({ body }) => body !== '',
    (right) => ({
      ...right,
      headers: { ...right.headers, 'content-encoding': 'br' },
      body: brotliCompressSync(JSON.stringify(right.body)),
    }),
  ),
};

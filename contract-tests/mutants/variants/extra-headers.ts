import { headers } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'sends headers of its own, also those that the document allows',
  change: headers((_, { status }) => ({
    'cache-control': 'no-store',
    'x-request-id': 'f81d4fae',
    vary: 'accept-encoding',
    ...(status === 401 ? { 'www-authenticate': 'ApiKey realm="vehicles"' } : {}),
  })),
};

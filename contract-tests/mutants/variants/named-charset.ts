import { headers } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'writes the media type in capitals, with its character set',
  change: headers(() => ({ 'content-type': 'Application/JSON; Charset="UTF-8"' })),
};

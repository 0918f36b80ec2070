import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes Cyrillic names in Windows-1251',
  operations: ['listBrands'],
  code: 'encoding',
  change: text((json) =>
    Buffer.concat(
      json
        .split('ГАЗ')
        .flatMap((part, index) =>
          index > 0 ? [Buffer.from([0xc3, 0xc0, 0xc7]), Buffer.from(part)] : [Buffer.from(part)],
        ),
    ),
  ),
};

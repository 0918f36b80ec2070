import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the parts of another vehicle',
  operations: ['getOemParts'],
  unseen: 'parts do not say to which vehicle they belong',
  change: success(({ data }) => {
    for (const group of data) for (const part of group.parts) part.oe_number = part.oe_number.replace(/\d/g, '7');
  }),
};

import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A value is no longer read as a quantity, or another way',
  text: 'Clients turn the two texts that `x-quantity` marks into one number with a unit. Without the mark the same field is a text: major. A new mark is major, too; a mark that moves to the schema that a field refers to changes nothing.',
  rate: ({ property, before, after }) => {
    if (property !== 'x-quantity') return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `\`x-quantity\` changed from ${before ?? 'none'} to ${after ?? 'none'}.`,
      why: 'A client that reads quantities returns another type for the same field.',
      next: 'Keep the mark; give another field the new meaning.',
    };
  },
};

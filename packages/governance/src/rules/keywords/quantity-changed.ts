import { at, child, isRecord, walk } from '@vehicle-lookup/document';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A value is no longer read as a quantity, or another way',
  text: 'Clients turn the two texts that `x-quantity` marks into one number with a unit. Without the mark the same member is a text: major. A new mark is major, too.',
  find: ({ base, revision }) =>
    [...walk(base.document)].flatMap(({ node, at: place }) => {
      const pointer = place.reduce<string>(child, '');
      const now = at(revision.document, pointer);
      const [before, after] = [node['x-quantity'], isRecord(now) ? now['x-quantity'] : undefined];
      if (!isRecord(now) || before === after) return [];
      return [
        {
          kind: 'modified',
          pointer,
          before: before ?? null,
          after: after ?? null,
          impact: 'major',
          audience: ['reader', 'generated code'],
          what: `\`x-quantity\` changed from ${before ?? 'none'} to ${after ?? 'none'}.`,
          why: 'A client that reads quantities returns another type for the same member.',
          next: 'Keep the mark; give another member the new meaning.',
        },
      ];
    }),
};

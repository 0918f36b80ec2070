import { at, child, isRecord, member } from '@vehicle-lookup/openapi';
import type { Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A value is no longer read as a quantity, or another way',
  text: 'Clients turn the two texts that `x-quantity` marks into one number with a unit. Without the mark the same field is a text: major. A new mark is major, too.',
  find: ({ base, revision }) =>
    [...new Set([...marked(base), ...marked(revision)])].flatMap((pointer) => {
      const [old, now] = [at(base.document, pointer), at(revision.document, pointer)];
      const [before, after] = [member(old, 'x-quantity'), member(now, 'x-quantity')];
      if (!isRecord(old) || !isRecord(now) || before === after) return [];
      return {
        kind: 'modified',
        pointer,
        before: before ?? null,
        after: after ?? null,
        impact: 'major',
        audience: ['reader', 'generated code'],
        what: `\`x-quantity\` changed from ${before ?? 'none'} to ${after ?? 'none'}.`,
        why: 'A client that reads quantities returns another type for the same field.',
        next: 'Keep the mark; give another field the new meaning.',
      };
    }),
};

/** The places of the fields that are marked. */
const marked = ({ nodes }: Side): string[] =>
  nodes.flatMap(({ node, at: place }) => ('x-quantity' in node ? [place.reduce<string>(child, '')] : []));

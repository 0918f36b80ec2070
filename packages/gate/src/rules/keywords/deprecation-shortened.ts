import { at, child, deprecationOf } from '@vehicle-lookup/openapi';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'Something deprecated is removed earlier than announced',
  text: 'Callers plan with the day that `x-deprecation` gives. An earlier day breaks the promise: major. A later one is patch.',
  find: ({ base, revision }) =>
    base.nodes.flatMap(({ node, at: place }) => {
      const old = deprecationOf(node);
      if (!old) return [];
      const pointer = place.reduce<string>(child, '');
      const fresh = deprecationOf(at(revision.document, pointer));
      if (!fresh || old.until === fresh.until) return [];
      const isEarlier = fresh.until < old.until;
      return {
        kind: 'modified',
        pointer: `${pointer}/x-deprecation/until`,
        before: old.until,
        after: fresh.until,
        impact: isEarlier ? 'major' : 'patch',
        audience: ['sender', 'reader'],
        what: `The day until which it works changed from ${old.until} to ${fresh.until}.`,
        why: isEarlier ? 'Callers have planned with the later day.' : 'Callers have more time.',
        next: isEarlier ? `Keep ${old.until}.` : 'Nothing.',
      };
    }),
};

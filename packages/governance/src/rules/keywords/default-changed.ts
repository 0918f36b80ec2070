import { directionsOf } from '../../comparison/reach.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A value that is left out means something else',
  text: 'Another default, or none any more, changes what the same request does: major. A new default is minor. In a reply a default is a text only: patch.',
  rate: (change) => {
    const { property, before, after, uses } = change;
    if (property !== 'default') return undefined;
    const text = (value: unknown) => (value === undefined ? 'none' : `\`${JSON.stringify(value)}\``);
    const what = `The default changed from ${text(before)} to ${text(after)}.`;
    if (!directionsOf(uses).includes('request')) {
      return { impact: 'patch', audience: ['reader'], what, why: 'Replies stay as they are.', next: 'Nothing.' };
    }
    if (before === undefined) {
      return {
        impact: 'minor',
        audience: ['sender'],
        what,
        why: 'A request without the value now has a documented meaning.',
        next: 'Check that it is what the service did before.',
      };
    }
    return {
      impact: 'major',
      audience: ['sender'],
      what,
      why: 'A request without the value does something else than before.',
      next: 'Keep the default; let callers who want the other value send it.',
    };
  },
};

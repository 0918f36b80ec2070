import { at, keysOf, member } from '@vehicle-lookup/openapi';
import type { Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A value that is left out means something else',
  text: 'Another default, a new one, or none any more, changes what the same request does: major. It is minor where every request had the value until now. In a response a default is a text only: patch.',
  rate: (change, { base }) => {
    const { property, before, after, values } = change;
    if (property !== 'default') return undefined;
    const text = (value: unknown) => (value === undefined ? 'none' : `\`${JSON.stringify(value)}\``);
    const what = `The default changed from ${text(before)} to ${text(after)}.`;
    if (values?.request === undefined) {
      return { impact: 'patch', audience: ['reader'], what, why: 'Responses stay as they are.', next: 'Nothing.' };
    }
    if (before === undefined && wasRequired(base, change.at.base)) {
      return {
        impact: 'minor',
        audience: ['sender'],
        what,
        why: 'Until now every request had the value.',
        next: 'Nothing.',
      };
    }
    return {
      impact: 'major',
      audience: ['sender'],
      what,
      why: 'A request without the value does something else than before.',
      next:
        before === undefined
          ? 'If the service has always done this, say so in an acknowledgement; otherwise let callers send the value.'
          : 'Keep the default; let callers who want the other value send it.',
    };
  },
};

/** Whether the parameter, or the field of a body, had to be sent. */
function wasRequired({ document }: Side, schema: string | undefined): boolean {
  if (schema === undefined) return false;
  const keys = schema.split('/');
  const name = keysOf(schema).at(-1);
  const holder = member(at(document, keys.slice(0, -1).join('/')), 'required');
  const outer = member(at(document, keys.slice(0, -2).join('/')), 'required');
  return holder === true || (Array.isArray(outer) && outer.includes(name));
}

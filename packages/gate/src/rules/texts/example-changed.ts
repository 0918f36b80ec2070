import { isDeepStrictEqual } from 'node:util';
import { child, isReference, keysOf, member, members } from '@vehicle-lookup/openapi';
import type { ChangeKind } from '../../comparison/change.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An example was changed',
  text: 'Examples illustrate; the mock answers with them. An added, removed or other example is patch: no schema changed.',
  find: ({ base, revision }) => {
    const [before, after] = [examplesOf(base), examplesOf(revision)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
      const [old, fresh] = [before.get(pointer), after.get(pointer)];
      if (isDeepStrictEqual(old, fresh) || isMoved(old, fresh, before, after)) return [];
      const kind: ChangeKind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'modified';
      return [
        {
          kind,
          pointer,
          ...(old === undefined ? {} : { before: old }),
          ...(fresh === undefined ? {} : { after: fresh }),
          impact: 'patch',
          audience: ['reader'],
          what: `${nameOf(pointer)} was ${kind === 'modified' ? 'changed' : kind}.`,
          why: 'Tests that compare with replies of the mock see another reply.',
          next: 'Nothing, unless tests rely on the example.',
        },
      ];
    });
  },
};

/** `The example quota`, by its name; `The example of skill`, by what it belongs to. */
function nameOf(pointer: string): string {
  const [holder = '', name = ''] = keysOf(pointer).slice(-2);
  return `The example ${['example', 'examples'].includes(name) ? `of ${holder}` : name}`;
}

/** Whether the same example stands at another place: a component was renamed. */
const isMoved = (old: unknown, fresh: unknown, before: Map<string, unknown>, after: Map<string, unknown>): boolean =>
  (old === undefined && [...before.values()].some((one) => isDeepStrictEqual(one, fresh))) ||
  (fresh === undefined && [...after.values()].some((one) => isDeepStrictEqual(one, old)));

/** The values of examples by pointer. */
function examplesOf({ nodes }: Side): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { node, at, named } of nodes) {
    if (named || !('example' in node || 'examples' in node)) continue;
    const pointer = at.reduce<string>(child, '');
    if ('example' in node) found.set(child(pointer, 'example'), node.example);
    if (Array.isArray(node.examples)) found.set(child(pointer, 'examples'), node.examples);
    else
      for (const [name, one] of members(node.examples)) {
        if (!isReference(one)) found.set(child(child(pointer, 'examples'), name), member(one, 'value'));
      }
  }
  return found;
}

import { readWireOperation, referenceTo } from '@vehicle-lookup/openapi';
import type { Rule, Side } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'Requests go to another path, or have another method',
  text: 'All operations share one path and one method. Another one breaks every request: major.',
  find: ({ base, revision }) => {
    if (!base.hasSelectors) return [];
    const [before, after] = [addressOf(base), addressOf(revision)];
    if (before.text === after.text) return [];
    return [
      {
        kind: 'modified',
        pointer: after.pointer,
        before: before.text,
        after: after.text,
        impact: 'major',
        audience: ['sender', 'generated code'],
        what: `Requests go to \`${after.text}\`; they went to \`${before.text}\`.`,
        why: 'Every request that was right before fails.',
        next: 'Keep the address, and answer at the new one beside it.',
      },
    ];
  },
};

function addressOf({ document }: Side): { text: string; pointer: string } {
  const { path, method, at } = readWireOperation(document);
  return { text: `${method.toUpperCase()} ${path}`, pointer: referenceTo(at).slice(1) };
}

import { child, readAssumptions } from '@vehicle-lookup/openapi';
import { operationsOn, type Rule } from '../../comparison/rule.ts';
import { isSettled } from '../../comparison/settled.ts';

export const rule: Rule = {
  title: 'An assumption was withdrawn',
  text: 'The contract no longer says what it decided. Nothing has to change in a reply, but nobody may rely on the statement any more: minor. Keywords that went with it are rated on their own.',
  find: (comparison) => {
    const { base, revision } = comparison;
    const now = readAssumptions(revision.document);
    return [...readAssumptions(base.document)].flatMap(([id, { statement }]) => {
      if (now.has(id) || isSettled(comparison, id)) return [];
      return [
        {
          kind: 'removed',
          pointer: child('/x-assumptions', id),
          before: statement,
          operations: operationsOn(base, id),
          impact: 'minor',
          audience: ['sender', 'reader'],
          what: `The assumption ${id} was withdrawn: ${statement}`,
          why: 'The contract no longer promises it.',
          next: 'Look for programs that rely on the statement.',
        },
      ];
    });
  },
};

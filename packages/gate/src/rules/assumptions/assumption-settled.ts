import { child, readAssumptions } from '@vehicle-lookup/openapi';
import { operationsOn, type Rule } from '../../comparison/rule.ts';
import { isSettled } from '../../comparison/settled.ts';

export const rule: Rule = {
  title: 'An assumption was settled by the specification',
  text: 'What rested on the assumption rests on a clause now. It stays as it is and is certain: minor.',
  find: (comparison) => {
    const { base, revision } = comparison;
    const now = readAssumptions(revision.document);
    return [...readAssumptions(base.document)].flatMap(([id, { statement }]) => {
      if (now.has(id) || !isSettled(comparison, id)) return [];
      return [
        {
          kind: 'removed',
          pointer: child('/x-assumptions', id),
          before: statement,
          operations: operationsOn(base, id),
          impact: 'minor',
          audience: ['sender', 'reader'],
          what: `The assumption ${id} is settled: a clause of the specification says it now.`,
          why: 'What was decided here is now specified.',
          next: 'A service that does something else breaks the specification from now on.',
        },
      ];
    });
  },
};

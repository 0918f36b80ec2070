import { child, readAssumptions } from '@vehicle-lookup/openapi';
import { operationsOn, type Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A new assumption',
  text: 'The document decides something that the specification leaves open. Callers may rely on it from now on: minor. Keywords that came with it are rated on their own.',
  find: ({ base, revision }) => {
    const known = readAssumptions(base.document);
    return [...readAssumptions(revision.document)].flatMap(([id, { statement }]) => {
      if (known.has(id)) return [];
      return [
        {
          kind: 'added',
          pointer: child('/x-assumptions', id),
          after: statement,
          operations: operationsOn(revision, id),
          impact: 'minor',
          audience: ['sender', 'reader'],
          what: `The assumption ${id} is new: ${statement}`,
          why: 'The contract now says what the specification leaves open.',
          next: 'Confirm it with a live service: its `probe` says how.',
        },
      ];
    });
  },
};

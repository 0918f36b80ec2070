import { child } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { ChangeKind } from '../../comparison/change.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A clause of the specification was added, removed or reworded',
  text: 'The clause itself changes no request and no reply; what it demands is rated where the document states it: patch.',
  find: ({ base, revision }) => {
    const [before, after] = [readClauses(base.document), readClauses(revision.document)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
      const [old, fresh] = [before.get(id)?.text, after.get(id)?.text];
      if (old === fresh) return [];
      const kind: ChangeKind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'modified';
      return [
        {
          kind,
          pointer: child('/x-clauses', id),
          ...(old === undefined ? {} : { before: old }),
          ...(fresh === undefined ? {} : { after: fresh }),
          operations: [],
          impact: 'patch',
          audience: [],
          what: `The clause ${id} was ${kind === 'modified' ? 'reworded' : kind}.`,
          why: 'What it demands is rated where the document states it.',
          next: 'Compare the places that state it with the new wording.',
        },
      ];
    });
  },
};

import { isDeepStrictEqual } from 'node:util';
import { child, readAssumptions } from '@vehicle-lookup/openapi';
import { operationsOn, type Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An assumption was reworded',
  text: 'Another `statement` is another decision: minor. Other evidence, another strength or probe is patch.',
  find: ({ base, revision }) => {
    const before = readAssumptions(base.document);
    return [...readAssumptions(revision.document)].flatMap(([id, fresh]) => {
      const old = before.get(id);
      if (!old || isDeepStrictEqual(old, fresh)) return [];
      const texts = (Object.keys(fresh) as (keyof typeof fresh)[]).filter(
        (key) => !isDeepStrictEqual(old[key], fresh[key]),
      );
      const isOther = texts.includes('statement');
      return [
        {
          kind: 'modified',
          pointer: child('/x-assumptions', id),
          before: Object.fromEntries(texts.map((key) => [key, old[key]])),
          after: Object.fromEntries(texts.map((key) => [key, fresh[key]])),
          operations: operationsOn(revision, id),
          impact: isOther ? 'minor' : 'patch',
          audience: isOther ? ['sender', 'reader'] : [],
          what: isOther
            ? `The assumption ${id} now says: ${fresh.statement}`
            : `The ${texts.join(' and ')} of the assumption ${id} changed.`,
          why: isOther ? 'Programs may rely on what it said before.' : 'The decision itself is the same.',
          next: isOther
            ? 'Compare the two statements; keywords that changed with them are rated on their own.'
            : 'Nothing.',
        },
      ];
    });
  },
};

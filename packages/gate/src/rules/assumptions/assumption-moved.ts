import { child, readAssumptions } from '@vehicle-lookup/openapi';
import { operationsOn, placesOf, type Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An assumption applies to more, fewer or other places',
  text: 'What rests on a decision, and what on the specification, is another part of the document now: minor.',
  find: ({ base, revision }) => {
    const known = readAssumptions(base.document);
    return [...readAssumptions(revision.document).keys()].flatMap((id) => {
      if (!known.has(id)) return [];
      const [before, after] = [placesOf(base, id), placesOf(revision, id)];
      const more = after.filter((place) => !before.includes(place));
      const less = before.filter((place) => !after.includes(place));
      if (more.length + less.length === 0) return [];
      const operations = [...new Set([...operationsOn(base, id), ...operationsOn(revision, id)])];
      const parts = [
        more.length > 0 ? `now covers ${more.join(', ')}` : '',
        less.length > 0 ? `no longer covers ${less.join(', ')}` : '',
      ];
      return [
        {
          kind: 'modified',
          pointer: child('/x-assumptions', id),
          before: less,
          after: more,
          operations,
          impact: 'minor',
          audience: ['sender', 'reader'],
          what: `The assumption ${id} ${parts.filter((part) => part !== '').join(' and ')}.`,
          why: 'What is specified and what is decided changed places.',
          next: 'Check what the specification says of these places.',
        },
      ];
    });
  },
};

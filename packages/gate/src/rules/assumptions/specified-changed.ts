import { isDeepStrictEqual } from 'node:util';
import { child, keysOf } from '@vehicle-lookup/openapi';
import type { Mark } from '@vehicle-lookup/openapi/provenance';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'The specification alone says something else of a keyword',
  text: '`x-specified` is what remains of a keyword in the published document without assumptions. Whoever judges by that document judges in another way: minor. What callers meet is rated where the keyword itself changes.',
  find: ({ base, revision }) => {
    const before = new Map(base.marks.map((mark) => [nameOf(mark), mark]));
    return revision.marks.flatMap((mark) => {
      const old = before.get(nameOf(mark));
      if (old === undefined || isDeepStrictEqual(old.specified, mark.specified)) return [];
      const [from, to] = [old.specified, mark.specified].map((one) =>
        one === undefined ? 'nothing' : JSON.stringify(one),
      );
      return [
        {
          kind: 'modified',
          pointer: keysOf(`/${mark.key}`).reduce(child, child(mark.node, 'x-specified')),
          before: old.specified ?? null,
          after: mark.specified ?? null,
          impact: 'minor',
          audience: ['sender', 'reader'],
          what: `Without assumptions \`${mark.key}\` is ${to}; it was ${from}.`,
          why: 'Programs that read the document without assumptions allow other values than before.',
          next: 'Compare it with the clause that says it.',
        },
      ];
    });
  },
};

const nameOf = ({ node, key }: Mark): string => JSON.stringify([node, key]);

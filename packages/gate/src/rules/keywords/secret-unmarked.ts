import { at, child, isRecord } from '@vehicle-lookup/openapi';
import type { Rating } from '../../comparison/change.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A secret is no longer marked as one',
  text: 'Programs mask what is marked with `x-secret` or `format: password` in logs and reports. Without the mark they print it: major.',
  rate: ({ property, before, after }) => {
    if (property !== 'format' || before !== 'password' || after === 'password') return undefined;
    return unmarked('`format: password`');
  },
  find: ({ base, revision }) =>
    base.nodes.flatMap(({ node, at: place, named }) => {
      if (named || node['x-secret'] !== true) return [];
      const pointer = place.reduce<string>(child, '');
      const now = at(revision.document, pointer);
      if (!isRecord(now) || now['x-secret'] === true) return [];
      return [{ kind: 'modified', pointer, before: true, after: now['x-secret'] ?? null, ...unmarked('`x-secret`') }];
    }),
};

const unmarked = (mark: string): Omit<Rating, 'code'> => ({
  impact: 'major',
  audience: ['sender', 'generated code'],
  what: `A secret is no longer marked with ${mark}.`,
  why: 'Programs that mask marked values print the secret from now on, in logs and in reports.',
  next: 'Mark it again. If it is not a secret any more, withdraw the old values first.',
});

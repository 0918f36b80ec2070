import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A secret is no longer marked as one',
  text: 'Programs mask what is marked with `x-secret` or `format: password` in logs and reports. Without the mark they print it: major. A mark that moves to the schema that a value refers to still counts.',
  rate: ({ property, before, after }) => {
    const isMark =
      property === 'x-secret' || (property === 'format' && (before === 'password' || after === 'password'));
    if (!isMark) return undefined;
    if (after === true || after === 'password') {
      const why = 'Programs that mask marked values no longer print it.';
      return { impact: 'patch', audience: [], what: 'A value is marked as a secret.', why, next: 'Nothing.' };
    }
    return {
      impact: 'major',
      audience: ['sender', 'generated code'],
      what: `A secret is no longer marked with \`${property === 'format' ? 'format: password' : property}\`.`,
      why: 'Programs that mask marked values print the secret from now on, in logs and in reports.',
      next: 'Mark it again. If it is not a secret any more, withdraw the old values first.',
    };
  },
};

import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An operation was removed',
  text: 'Every request for it fails. Always major. It is announced when the operation was deprecated and its day has passed.',
  rate: ({ typeName, kind, path }, { base }) => {
    if (!base.hasSelectors || typeName !== 'PathItem' || kind !== 'removed') return undefined;
    return {
      impact: 'major',
      audience: ['sender', 'reader', 'generated code'],
      what: `The operation \`${path.split('~1').at(-1)}\` was removed.`,
      why: 'Every request for it fails, and generated code has no method for it.',
      next: 'Deprecate it first (`deprecated` and `x-deprecation`), and remove it after the day that is given there.',
    };
  },
};

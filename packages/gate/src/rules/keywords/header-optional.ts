import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A response may come without a header that it always had',
  text: 'A program that relies on the header fails without it: major. A header that is always there now is minor.',
  rate: ({ node, property, after, pointer }) => {
    if (node !== 'header' || property !== 'required') return undefined;
    const name = pointer
      .replace(/\/required$/, '')
      .split('/')
      .at(-1);
    if (after === true) {
      return {
        impact: 'minor',
        audience: ['reader'],
        what: `Every response has the header ${name}.`,
        why: 'Programs that expect that it may be missing stay right.',
        next: 'Nothing.',
      };
    }
    return {
      impact: 'major',
      audience: ['reader'],
      what: `A response may come without the header ${name}.`,
      why: 'A program that relies on the header fails without it.',
      next: 'Keep sending it with every response.',
    };
  },
};

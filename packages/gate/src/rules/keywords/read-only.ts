import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A field may no longer be sent, or is no longer in responses',
  text: 'What becomes `readOnly` may not be in a request any more, and what becomes `writeOnly` not in a response: major. The other way round is minor.',
  rate: ({ property, after, values }) => {
    if (property !== 'readOnly' && property !== 'writeOnly') return undefined;
    const [direction, audience] =
      property === 'readOnly' ? (['request', 'sender'] as const) : (['response', 'reader'] as const);
    if (after !== true || values?.[direction] === undefined) {
      const why = 'No request that was right is rejected, and no response lacks what it had.';
      return { impact: 'minor', audience: [audience], what: `\`${property}\` was changed.`, why, next: 'Nothing.' };
    }
    return {
      impact: 'major',
      audience: [audience, 'generated code'],
      what: `The field became \`${property}\`.`,
      why:
        property === 'readOnly'
          ? 'A request that has it is rejected, or it is ignored.'
          : 'A program that reads it does not find it.',
      next: 'Deprecate it first (`deprecated` and `x-deprecation`).',
    };
  },
};

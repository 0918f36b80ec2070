import { envelopeOf } from '../../comparable/envelopes.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A reply no longer comes in an envelope',
  text: 'Envelopes are compared by their names. Readers of the others stay right; types of this one have no use: minor.',
  rate: ({ typeName, kind, path }) => {
    const { envelope } = envelopeOf(path.split('/').at(-1) ?? '');
    if (typeName !== 'MediaType' || kind !== 'removed' || envelope === undefined) return undefined;
    return {
      impact: 'minor',
      audience: ['generated code'],
      what: `The reply no longer comes in the envelope \`${envelope}\`.`,
      why: 'Readers that know the other envelopes stay right; code for this one is never reached.',
      next: 'Remove the code that reads it, when the release is in use.',
    };
  },
};

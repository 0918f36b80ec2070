import { envelopeOf } from '../../comparable/envelopes.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'A reply may come in an envelope that it could not have before',
  text: 'Envelopes are compared by their names. Programs that know the others alone cannot read it: major.',
  rate: ({ typeName, kind, path }) => {
    const { envelope } = envelopeOf(path.split('/').at(-1) ?? '');
    if (typeName !== 'MediaType' || kind !== 'added' || envelope === undefined) return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The reply may come in the envelope \`${envelope}\`.`,
      why: 'A program that knows the other envelopes alone cannot read the reply.',
      next: 'Announce it: readers need the form before the first reply has it.',
    };
  },
};

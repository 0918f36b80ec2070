import { envelopeOf } from '../../comparable/envelopes.ts';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'An envelope has another name',
  text: 'Programs tell envelopes apart by their names, and generated types have them: major.',
  rate: ({ typeName, kind, before, after }) => {
    const [old, fresh] = [before, after].map((key) => envelopeOf(String(key)).envelope);
    if (!typeName.startsWith('MediaType') || kind !== 'modified' || old === undefined || fresh === undefined)
      return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The envelope \`${old}\` is called \`${fresh}\` now.`,
      why: 'Programs tell envelopes apart by their names, and generated types have them.',
      next: 'Keep the name.',
    };
  },
};

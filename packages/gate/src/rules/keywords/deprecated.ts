import { at, deprecationOf } from '@vehicle-lookup/openapi';
import type { Rule } from '../../comparison/rule.ts';

export const rule: Rule = {
  title: 'Something is deprecated, or no longer',
  text: 'A deprecation breaks nobody and asks callers to change something: minor. `x-deprecation` says since when, until when, and what to use instead. Taking it back is patch.',
  rate: ({ property, after, at: places, pointer }, { revision }) => {
    if (property !== 'deprecated') return undefined;
    if (after !== true) {
      const why = 'It stays as it is.';
      return { impact: 'patch', audience: [], what: 'It is no longer deprecated.', why, next: 'Nothing.' };
    }
    const holder = (places.revision ?? pointer).replace(/\/deprecated$/, '');
    const terms = deprecationOf(at(revision.document, holder));
    const known = terms ? ` since ${terms.since}, until ${terms.until}` : '';
    return {
      impact: 'minor',
      audience: ['sender', 'reader', 'generated code'],
      what: `It is deprecated${known}.`,
      why: 'It still works; it is going to be removed.',
      next: terms
        ? `Use ${terms.use} instead, before ${terms.until}.`
        : 'Say since when, until when and what to use instead: `x-deprecation: { since, until, use }`.',
    };
  },
};

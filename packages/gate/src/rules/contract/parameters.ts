import { ANNOUNCE, breaking, isHarmfulIn, KEEP, went } from '../../comparison/rating.ts';
import type { Rule } from '../../comparison/rule.ts';

export const parameterBecameRequired: Rule = breaking({
  title: 'A parameter is now required',
  why: 'A request without the parameter was valid before and is now rejected.',
  next: 'Make the parameter optional, with a default that keeps the old behaviour.',
  audience: ['sender', 'generated code'],
  is: (one) =>
    isHarmfulIn(one, 'request') &&
    ['parameter', 'header'].includes(one.node) &&
    (one.kind === 'added' || one.property === 'required'),
  what: ({ name }) => `The ${name} is now required.`,
});

export const becameOptional: Rule = breaking({
  title: 'A part that the service always sent may now be missing',
  why: 'A program that relies on the part fails if it is missing.',
  text: 'The rule covers response headers, and the parameters and bodies of callbacks and webhooks.',
  next: 'Always send the part, as before.',
  audience: ['reader'],
  is: (one) =>
    one.property === 'required' &&
    ['header', 'parameter', 'request body'].includes(one.node) &&
    isHarmfulIn(one, 'response'),
  what: ({ name }) => `The ${name} may now be missing.`,
});

export const parameterRemoved: Rule = breaking({
  title: 'A parameter was removed or renamed',
  why: 'A request that contains the parameter is rejected or gets a different response.',
  text: 'Path parameters are excluded, because their names are not sent.',
  next: ANNOUNCE,
  audience: ['sender', 'generated code'],
  is: (one) => went(one, 'parameter') || (one.node === 'parameter' && one.property === 'name'),
  what: ({ name, property, before, after }) =>
    property === 'name' ? `The parameter ${before} was renamed to ${after}.` : `The ${name} was removed.`,
});

const SERIALIZATION = ['style', 'explode', 'schema', 'content', 'contentType'];
/** Keywords whose removal changes how values are sent. If they are added, the old way remains valid. */
const ALLOWANCES = ['allowReserved', 'allowEmptyValue'];

export const parameterSerializationChanged: Rule = breaking({
  title: 'A parameter is serialised in a different way',
  why: 'The service reads a different value from the same request.',
  text: 'The defaults of `style` and `explode` are taken into account. `explode` affects only arrays and objects.',
  next: KEEP,
  audience: ['sender'],
  is: ({ node, property = '', after }) =>
    ['parameter', 'encoding', 'header'].includes(node) &&
    (SERIALIZATION.includes(property) || (ALLOWANCES.includes(property) && after !== true)),
  what: ({ name, property }) => `\`${property}\` of the ${name} was changed.`,
});

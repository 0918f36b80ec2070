import { ANNOUNCE, breaking, isHarmfulIn, KEEP, went } from '../../comparison/rating.ts';
import type { Rule } from '../../comparison/rule.ts';

export const parameterBecameRequired: Rule = breaking({
  title: 'A parameter must be sent now',
  why: 'A request without it was right before and is rejected now.',
  next: 'Make it optional, with a default that keeps the old behaviour.',
  audience: ['sender', 'generated code'],
  is: (one) =>
    isHarmfulIn(one, 'request') &&
    ['parameter', 'header'].includes(one.node) &&
    (one.kind === 'added' || one.property === 'required'),
  what: ({ name }) => `The ${name} must be sent.`,
});

export const becameOptional: Rule = breaking({
  title: 'Something that the service always sent may be missing',
  why: 'A program that relies on it fails without it.',
  text: 'It is a header of a response, or a parameter or body of a callback or webhook.',
  next: 'Keep sending it every time.',
  audience: ['reader'],
  is: (one) =>
    one.property === 'required' &&
    ['header', 'parameter', 'request body'].includes(one.node) &&
    isHarmfulIn(one, 'response'),
  what: ({ name }) => `The ${name} may be missing.`,
});

export const parameterRemoved: Rule = breaking({
  title: 'A parameter was removed or renamed',
  why: 'A program that sends it is rejected, or gets another response than before.',
  text: 'The name of a path parameter is not sent.',
  next: ANNOUNCE,
  audience: ['sender', 'generated code'],
  is: (one) => went(one, 'parameter') || (one.node === 'parameter' && one.property === 'name'),
  what: ({ name, property, before, after }) =>
    property === 'name' ? `The parameter ${before} is called ${after} now.` : `The ${name} was removed.`,
});

const SERIALIZATION = ['style', 'explode', 'schema', 'content', 'contentType'];
/** Without them values are sent in another way; with them the old way stays valid. */
const ALLOWANCES = ['allowReserved', 'allowEmptyValue'];

export const parameterSerializationChanged: Rule = breaking({
  title: 'A parameter is written in another way',
  why: 'The service reads another value from the same request.',
  text: 'Defaults of `style` and `explode` count; `explode` only matters for lists and objects.',
  next: KEEP,
  audience: ['sender'],
  is: ({ node, property = '', after }) =>
    ['parameter', 'encoding', 'header'].includes(node) &&
    (SERIALIZATION.includes(property) || (ALLOWANCES.includes(property) && after !== true)),
  what: ({ name, property }) => `\`${property}\` of the ${name} was changed.`,
});

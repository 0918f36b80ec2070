import type { Audience } from './change.ts';

/** What a code means, for every finding of it and for `explain`. */
export interface Meaning {
  title: string;
  why: string;
  next: string;
  audience: Audience[];
}

const KEEP =
  'Keep the old form beside the new one and deprecate it, or release it as a breaking change with an acknowledgement.';
const ANNOUNCE =
  'Deprecate it first (`deprecated` and `x-deprecation`), and remove it after the day that is given there.';

/** The rules of `redocly diff` for OpenAPI, by their ids. A test compares the ids with those of the installed version. */
export const ENGINE_RULES: Readonly<Record<string, Meaning>> = {
  'enum-values-added': {
    title: 'A response may have a value that it could not have before',
    why: 'A program that knows the listed values alone does not know what to do with another one.',
    next: KEEP,
    audience: ['reader', 'generated code'],
  },
  'enum-values-removed': {
    title: 'A request may no longer have a value',
    why: 'A program that sends the value is rejected.',
    next: ANNOUNCE,
    audience: ['sender', 'generated code'],
  },
  'media-type-removed': {
    title: 'A body no longer exists in a media type',
    why: 'A program that sends or reads this media type has none left.',
    next: ANNOUNCE,
    audience: ['sender', 'reader', 'generated code'],
  },
  'operation-id-changed': {
    title: 'An operation has another id',
    why: 'Generated methods are named after it: calls of the old name do not compile.',
    next: KEEP,
    audience: ['generated code'],
  },
  'operation-removed': {
    title: 'An operation was removed',
    why: 'Every request for it fails.',
    next: ANNOUNCE,
    audience: ['sender', 'reader', 'generated code'],
  },
  'parameter-became-required': {
    title: 'A parameter must be sent now',
    why: 'A request without it was right before and is rejected now.',
    next: 'Make it optional, with a default that keeps the old behaviour.',
    audience: ['sender', 'generated code'],
  },
  'parameter-removed': {
    title: 'A parameter was removed or renamed',
    why: 'A program that sends it is rejected, or gets another response than before.',
    next: ANNOUNCE,
    audience: ['sender', 'generated code'],
  },
  'parameter-serialization-changed': {
    title: 'A parameter is written in another way',
    why: 'The service reads another value from the same request.',
    next: KEEP,
    audience: ['sender'],
  },
  'path-removed': {
    title: 'A path was removed or renamed',
    why: 'Every request for it fails.',
    next: ANNOUNCE,
    audience: ['sender', 'reader', 'generated code'],
  },
  'property-removed': {
    title: 'A field was removed or renamed',
    why: 'A program that reads or sends the field does not find it.',
    next: ANNOUNCE,
    audience: ['sender', 'reader', 'generated code'],
  },
  'request-body-became-required': {
    title: 'A request must have a body now',
    why: 'A request without one was right before and is rejected now.',
    next: KEEP,
    audience: ['sender', 'generated code'],
  },
  'request-body-removed': {
    title: 'A request no longer has a body',
    why: 'What a program sends is ignored or rejected.',
    next: ANNOUNCE,
    audience: ['sender', 'generated code'],
  },
  'required-properties-added': {
    title: 'A request must have a field that it could leave out',
    why: 'A request without it was right before and is rejected now.',
    next: 'Make it optional.',
    audience: ['sender', 'generated code'],
  },
  'required-properties-removed': {
    title: 'A response may leave out a field that it always had',
    why: 'A program that relies on the field fails without it.',
    next: KEEP,
    audience: ['reader', 'generated code'],
  },
  'response-header-removed': {
    title: 'A response no longer has a header',
    why: 'A program that reads the header does not find it.',
    next: ANNOUNCE,
    audience: ['reader'],
  },
  'response-removed': {
    title: 'A status is no longer documented',
    why: 'Nothing says what the service answers instead; programs that handle the status handle another one now.',
    next: ANNOUNCE,
    audience: ['reader', 'generated code'],
  },
  'schema-combinator-changed': {
    title: 'A value may have other forms than before',
    why: 'A program that knows the old forms alone cannot send or read the others.',
    next: KEEP,
    audience: ['sender', 'reader', 'generated code'],
  },
  'schema-constraint-changed': {
    title: 'A value is constrained in another way',
    why: 'Values that were right before may be rejected, or responses may have values that they could not have.',
    next: KEEP,
    audience: ['sender', 'reader'],
  },
  'schema-type-changed': {
    title: 'A value has another type',
    why: 'Programs send or read the old type.',
    next: KEEP,
    audience: ['sender', 'reader', 'generated code'],
  },
  'security-requirement-changed': {
    title: 'A request needs other credentials',
    why: 'A request with the old credentials is rejected.',
    next: KEEP,
    audience: ['sender', 'generated code'],
  },
  'security-scheme-changed': {
    title: 'Credentials are sent in another way',
    why: 'A request that sends them in the old way is rejected.',
    next: KEEP,
    audience: ['sender', 'generated code'],
  },
  'server-removed': {
    title: 'An address of the service is no longer documented',
    why: 'Programs that use the address may not reach the service.',
    next: KEEP,
    audience: ['sender'],
  },
};

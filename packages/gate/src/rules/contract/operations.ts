import { child, member, members, readOperations } from '@vehicle-lookup/openapi';
import { ANNOUNCE, breaking, isHarmfulIn, KEEP, went } from '../../comparison/rating.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const pathRemoved: Rule = breaking({
  title: 'A path was removed or renamed',
  why: 'Every request for it fails.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one, { base }) => went(one, 'path item') && !base.hasSelectors,
  what: ({ name }) => `The ${name} was removed.`,
});

export const pathParameterRenamed: Rule = breaking({
  title: 'A parameter of a path has another name',
  why: 'The name of a path parameter is not sent, so requests stay as they are; generated methods have it.',
  next: 'Keep the name.',
  audience: ['generated code'],
  is: ({ node, property }) => node === 'path item' && property === 'path',
  what: ({ before, after }) => `The path \`${before}\` is written \`${after}\` now.`,
});

/** What selects each operation of a document with selectors. */
const selectionsOf = ({ document }: Side): Map<string, string> =>
  new Map(
    readOperations(document).map(({ id, parameters }) => {
      const selectors = parameters.flatMap(({ name, selector }) =>
        selector === undefined ? [] : [`${name}=${selector}`],
      );
      return [id, selectors.sort().join(' ')];
    }),
  );

/** Operations that no query selects: another operation has the same selectors. */
function unselected(side: Side): string[] {
  const selections = [...selectionsOf(side)];
  return selections.flatMap(([id, own], index) =>
    selections.slice(0, index).some(([, other]) => other === own) ? [id] : [],
  );
}

const operationGone = breaking({
  title: 'An operation was removed',
  why: 'Every request for it fails.',
  text: 'The removal is announced when the operation was deprecated and its day has passed.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => went(one, 'operation', 'path item'),
  what: ({ name }) => `The ${name.replace(/^operation (.*)$/, 'operation `$1`')} was removed.`,
});

export const operationRemoved: Rule = {
  ...operationGone,
  find: ({ base, revision }) => {
    if (!base.hasSelectors) return [];
    const before = [...selectionsOf(base).keys()].filter((id) => !unselected(base).includes(id));
    return unselected(revision)
      .filter((id) => before.includes(id))
      .map((id) => ({
        kind: 'modified',
        pointer: child('/components/pathItems', id),
        operations: [id],
        impact: 'major',
        audience: ['sender', 'reader'],
        what: `No query selects the operation \`${id}\` any more: another operation has the same selectors.`,
        why: 'Every request for it gets the response of another operation.',
        next: 'Give it a selector of its own.',
      }));
  },
};

export const operationIdChanged: Rule = breaking({
  title: 'An operation has another id',
  why: 'Generated methods are named after it: calls of the old name do not compile.',
  next: KEEP,
  audience: ['generated code'],
  is: ({ node, property }) => node === 'operation' && property === 'operationId',
  what: ({ before, after }) => `The operation \`${before}\` is called \`${after}\` now.`,
});

export const callbackRemoved: Rule = breaking({
  title: 'A callback or a webhook is no longer sent',
  why: 'A program that waits for it waits without end.',
  next: ANNOUNCE,
  audience: ['reader'],
  is: (one) => went(one, 'callback') || (went(one, 'path item', 'operation') && /^\/webhooks\//.test(one.pointer)),
  what: ({ name }) => `The ${name} was removed.`,
});

export const serverRemoved: Rule = breaking({
  title: 'An address of the service is no longer documented',
  why: 'Programs that use the address may not reach the service.',
  text: 'The servers of an operation replace those of its path, and these replace those of the document.',
  next: KEEP,
  audience: ['sender'],
  is: (one) => went(one, 'server') || (one.node === 'server' && one.property === 'url'),
  what: ({ before }) => `The address \`${before}\` is no longer documented.`,
});

export const securityRequirementChanged: Rule = breaking({
  title: 'A request needs other credentials',
  why: 'A request with the old credentials is rejected.',
  text: 'Each alternative of the base has to be enough: some alternative of the revision demands no other scheme and no other scope.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  is: ({ node, facts }) => node === 'security' && facts?.isEnough === false,
  what: () => 'A request needs other credentials than before.',
});

/** Whether each old flow of OAuth has its addresses and scopes (OpenAPI 3.1, 4.8.28 and 4.8.29). */
const keepsFlows = (before: unknown, after: unknown): boolean =>
  members(before).every(([name, flow]) => {
    const other = member(after, name);
    const urls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'];
    return (
      urls.every((url) => member(flow, url) === member(other, url)) &&
      members(member(flow, 'scopes')).every(([scope]) => member(member(other, 'scopes'), scope) !== undefined)
    );
  });

export const securitySchemeChanged: Rule = breaking({
  title: 'Credentials are sent in another way',
  why: 'A request that sends them in the old way is rejected.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  text: 'One more flow or scope of OAuth is no break; scopes count where a request demands them.',
  is: ({ node, property, before, after }) =>
    node === 'security scheme' &&
    !['description', 'bearerFormat', 'deprecated'].includes(property ?? '') &&
    !(property === 'flows' && keepsFlows(before, after)),
  what: ({ name, property }) => `\`${property}\` of the ${name} was changed.`,
});

export const requestBodyBecameRequired: Rule = breaking({
  title: 'A request must have a body now',
  why: 'A request without one was right before and is rejected now.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  is: (one) => one.node === 'request body' && one.kind !== 'removed' && isHarmfulIn(one, 'request'),
  what: () => 'A request must have a body.',
});

export const requestBodyRemoved: Rule = breaking({
  title: 'A request no longer has a body',
  why: 'What a program sends is ignored or rejected.',
  next: ANNOUNCE,
  audience: ['sender', 'generated code'],
  is: (one) => went(one, 'request body'),
  what: () => 'The request no longer has a body.',
});

export const mediaTypeRemoved: Rule = breaking({
  title: 'A body no longer exists in a media type',
  why: 'A program that sends or reads this media type has none left.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => went(one, 'media type'),
  what: ({ name }) => `The ${name} was removed.`,
});

export const responseRemoved: Rule = breaking({
  title: 'A status is no longer documented',
  why: 'Nothing says what the service answers instead; programs that handle the status handle another one now.',
  text:
    'Where a range or `default` describes the status now, both responses are compared instead; a success is broken all the same. Where ' +
    'codes of a range are left, they are compared with it.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) =>
    went(one, 'response') &&
    one.facts?.isNarrowed !== true &&
    (one.facts?.isDescribed !== true || /^2/.test(String(one.facts.status))),
  what: ({ name }) => `The ${name} was removed.`,
});

export const responseHeaderRemoved: Rule = breaking({
  title: 'A response no longer has a header',
  why: 'A program that reads the header does not find it.',
  next: ANNOUNCE,
  audience: ['reader'],
  is: (one) => went(one, 'header'),
  what: ({ name }) => `The ${name} was removed.`,
});

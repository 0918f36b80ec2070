import { child, member, members, readOperations } from '@vehicle-lookup/openapi';
import { ANNOUNCE, breaking, isHarmfulIn, KEEP, went } from '../../comparison/rating.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const pathRemoved: Rule = breaking({
  title: 'A path was removed or renamed',
  why: 'Every request to the path fails.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one, { base }) => went(one, 'path item') && !base.hasSelectors,
  what: ({ name }) => `The ${name} was removed.`,
});

export const pathParameterRenamed: Rule = breaking({
  title: 'A path parameter was renamed',
  why: 'The name of a path parameter is not sent, so requests do not change. Generated methods use the name.',
  next: 'Keep the name.',
  audience: ['generated code'],
  is: ({ node, property }) => node === 'path item' && property === 'path',
  what: ({ before, after }) => `The path \`${before}\` is now \`${after}\`.`,
});

/** Returns the selectors of each operation by operation ID, for a document with selectors. */
const selectionsOf = ({ document }: Side): Map<string, string> =>
  new Map(
    readOperations(document).map(({ id, parameters }) => {
      const selectors = parameters.flatMap(({ name, selector }) =>
        selector === undefined ? [] : [`${name}=${selector}`],
      );
      return [id, selectors.sort().join(' ')];
    }),
  );

/** Returns the operations that no query can select, because an earlier operation has the same selectors. */
function unselected(side: Side): string[] {
  const selections = [...selectionsOf(side)];
  return selections.flatMap(([id, own], index) =>
    selections.slice(0, index).some(([, other]) => other === own) ? [id] : [],
  );
}

const operationGone = breaking({
  title: 'An operation was removed',
  why: 'Every request for the operation fails.',
  text: 'The removal is accepted if the operation was deprecated and its `until` date has passed.',
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
        what: `The operation \`${id}\` can no longer be selected: another operation has the same selectors.`,
        why: 'Every request for the operation returns the response of another operation.',
        next: 'Give the operation a separate selector.',
      }));
  },
};

export const operationIdChanged: Rule = breaking({
  title: 'An operation ID was changed',
  why: 'Generated methods are named after the ID: calls with the old name do not compile.',
  next: KEEP,
  audience: ['generated code'],
  is: ({ node, property }) => node === 'operation' && property === 'operationId',
  what: ({ before, after }) => `The operation \`${before}\` was renamed to \`${after}\`.`,
});

export const callbackRemoved: Rule = breaking({
  title: 'A callback or a webhook is no longer sent',
  why: 'A program that waits for the request never receives it.',
  next: ANNOUNCE,
  audience: ['reader'],
  is: (one) => went(one, 'callback') || (went(one, 'path item', 'operation') && /^\/webhooks\//.test(one.pointer)),
  what: ({ name }) => `The ${name} was removed.`,
});

export const serverRemoved: Rule = breaking({
  title: 'A server URL is no longer documented',
  why: 'Programs that use the URL may not reach the service.',
  text: "An operation's servers override the servers of its path, which override the document's servers.",
  next: KEEP,
  audience: ['sender'],
  is: (one) => went(one, 'server') || (one.node === 'server' && one.property === 'url'),
  what: ({ before }) => `The server URL \`${before}\` is no longer documented.`,
});

export const securityRequirementChanged: Rule = breaking({
  title: 'A request requires different credentials',
  why: 'A request with the old credentials is rejected.',
  text: 'Each alternative in the base must still satisfy an alternative in the revision, without additional schemes or scopes.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  is: ({ node, facts }) => node === 'security' && facts?.isEnough === false,
  what: () => 'A request now requires different credentials.',
});

/** Returns whether each old OAuth flow still has its URLs and scopes (OpenAPI 3.1, 4.8.28 and 4.8.29). */
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
  title: 'Credentials are sent in a different way',
  why: 'A request that sends the credentials in the old way is rejected.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  text: 'An additional OAuth flow or scope is not a breaking change. Scopes are rated where a request requires them.',
  is: ({ node, property, before, after }) =>
    node === 'security scheme' &&
    !['description', 'bearerFormat', 'deprecated'].includes(property ?? '') &&
    !(property === 'flows' && keepsFlows(before, after)),
  what: ({ name, property }) => `\`${property}\` of the ${name} was changed.`,
});

export const requestBodyBecameRequired: Rule = breaking({
  title: 'A request body is now required',
  why: 'A request without a body was valid before and is now rejected.',
  next: KEEP,
  audience: ['sender', 'generated code'],
  is: (one) => one.node === 'request body' && one.kind !== 'removed' && isHarmfulIn(one, 'request'),
  what: () => 'A request must now have a body.',
});

export const requestBodyRemoved: Rule = breaking({
  title: 'A request no longer has a body',
  why: 'The body that a program sends is ignored or rejected.',
  next: ANNOUNCE,
  audience: ['sender', 'generated code'],
  is: (one) => went(one, 'request body'),
  what: () => 'The request no longer has a body.',
});

export const mediaTypeRemoved: Rule = breaking({
  title: 'A body is no longer available in a media type',
  why: 'A program that supports only this media type cannot send or read the body.',
  next: ANNOUNCE,
  audience: ['sender', 'reader', 'generated code'],
  is: (one) => went(one, 'media type'),
  what: ({ name }) => `The ${name} was removed.`,
});

export const responseRemoved: Rule = breaking({
  title: 'A status is no longer documented',
  why: 'The document does not state which status the service returns instead. Programs that handle only the old status cannot handle the new status.',
  text:
    'If a range or `default` now describes the status, the two responses are compared instead. Removing a success status is still ' +
    'breaking. If individual statuses of a removed range remain, they are compared with the range.',
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

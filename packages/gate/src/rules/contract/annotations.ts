import { at, child, deprecationOf, keysOf, member } from '@vehicle-lookup/openapi';
import type { Audience, Impact } from '../../comparison/change.ts';
import { breaking } from '../../comparison/rating.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const secretUnmarked: Rule = breaking({
  title: 'A secret is no longer marked as one',
  why: 'Programs that mask marked values will print the secret in logs and reports.',
  text: 'The marks are `x-secret` and `format: password`, either where a value is described or in the schema that is referenced there.',
  next: 'Mark it again. If it is no longer a secret, revoke the old values first.',
  audience: ['sender', 'generated code'],
  directions: () => [],
  is: ({ property, before, after }) =>
    property === 'x-secret' ? after !== true : property === 'format' && before === 'password' && after !== before,
  what: ({ property }) =>
    `A secret is no longer marked with \`${property === 'format' ? 'format: password' : property}\`.`,
});

export const quantityChanged: Rule = breaking({
  title: 'A value is no longer read as a quantity, or in a different way',
  why: 'A client that parses quantities returns a different type for the same field.',
  text: 'Clients turn the two strings that `x-quantity` marks into one number with a unit.',
  next: 'Keep the mark; add another field for the new meaning.',
  audience: ['reader', 'generated code'],
  directions: () => [],
  is: ({ property }) => property === 'x-quantity',
  what: ({ before, after }) => `\`x-quantity\` changed from ${before ?? 'none'} to ${after ?? 'none'}.`,
});

const HIDING = { readOnly: 'request', writeOnly: 'response' } as const;

export const readOnly: Rule = breaking({
  title: 'A field may no longer be sent, or is no longer in responses',
  why: 'In a request, the field is rejected or ignored. In a response, a program that reads the field does not find it.',
  text: 'A `readOnly` field may no longer be in a request; a `writeOnly` field is no longer in a response.',
  next: 'Deprecate it first (`deprecated` and `x-deprecation`).',
  audience: ['sender', 'reader', 'generated code'],
  directions: ({ property }) => [property === 'readOnly' ? 'request' : 'response'],
  is: ({ property, after, values }) =>
    (property === 'readOnly' || property === 'writeOnly') && after === true && values?.[HIDING[property]] !== undefined,
  what: ({ property }) => `The field became \`${property}\`.`,
});

export const defaultChanged: Rule = {
  title: 'Omitting a value has a different meaning',
  text:
    'A changed, new or removed default changes the effect of the same request: major. It is minor if every request had to contain the ' +
    'value until now. In a response, a default is only documentation: patch.',
  rate: ({ property, before, after, values, at: places }, { base }) => {
    if (property !== 'default') return undefined;
    const text = (value: unknown) => (value === undefined ? 'none' : `\`${JSON.stringify(value)}\``);
    const what = `The default changed from ${text(before)} to ${text(after)}.`;
    const harmless = (impact: Impact, audience: Audience, why: string) => ({
      impact,
      audience: [audience],
      what,
      why,
      next: 'No action is needed.',
    });
    if (isScalar(before) && isScalar(after) && String(before) === String(after)) {
      return harmless('patch', 'sender', 'It is the same value, written as a different type.');
    }
    if (values?.request === undefined) return harmless('patch', 'reader', 'Responses do not change.');
    if (before === undefined && wasRequired(base, places.base)) {
      return harmless('minor', 'sender', 'Until now, every request contained the value.');
    }
    return {
      impact: 'major',
      audience: ['sender'],
      what,
      why: 'A request without the value now has a different effect.',
      next:
        before === undefined
          ? 'If the service has always done this, give that as the reason of an acknowledgement; otherwise let callers send the value.'
          : 'Keep the default; callers that need the other value can send it.',
    };
  },
};

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Whether the parameter, or the field of a body, had to be sent. */
function wasRequired({ document }: Side, schema: string | undefined): boolean {
  if (schema === undefined) return false;
  const keys = schema.split('/');
  const name = keysOf(schema).at(-1);
  const holder = member(at(document, keys.slice(0, -1).join('/')), 'required');
  const outer = member(at(document, keys.slice(0, -2).join('/')), 'required');
  return holder === true || (Array.isArray(outer) && outer.includes(name));
}

export const deprecated: Rule = {
  title: 'A part of the contract was deprecated, or its deprecation was withdrawn',
  text:
    'A deprecation does not break callers, but they have to change something: minor. `x-deprecation` states `since`, `until` and what ' +
    'to `use` instead. Withdrawing a deprecation is patch.',
  rate: ({ property, after, at: places, pointer }, { revision }) => {
    if (property !== 'deprecated') return undefined;
    if (after !== true) {
      const why = 'It is not going to be removed.';
      return { impact: 'patch', audience: [], what: 'It is no longer deprecated.', why, next: 'No action is needed.' };
    }
    const holder = (places.revision ?? pointer).replace(/\/deprecated$/, '');
    const terms = deprecationOf(at(revision.document, holder));
    return {
      impact: 'minor',
      audience: ['sender', 'reader', 'generated code'],
      what: `It is deprecated${terms ? ` since ${terms.since}, until ${terms.until}` : ''}.`,
      why: 'It still works; it is going to be removed.',
      next: terms
        ? `Use ${terms.use} instead, before ${terms.until}.`
        : 'State the dates and the replacement: `x-deprecation: { since, until, use }`.',
    };
  },
};

export const deprecationShortened: Rule = {
  title: 'The announced removal of a deprecated part was moved',
  text: 'Callers plan for the day in `x-deprecation`. An earlier day breaks the promise: major. A later day is patch.',
  find: ({ base, revision }) =>
    base.nodes.flatMap(({ node, at: place }) => {
      const old = deprecationOf(node);
      if (!old) return [];
      const pointer = place.reduce<string>(child, '');
      const fresh = deprecationOf(at(revision.document, pointer));
      if (!fresh || old.until === fresh.until) return [];
      const isEarlier = fresh.until < old.until;
      return {
        kind: 'modified',
        pointer: `${pointer}/x-deprecation/until`,
        before: old.until,
        after: fresh.until,
        impact: isEarlier ? 'major' : 'patch',
        audience: ['sender', 'reader'],
        what: `The day until which it works changed from ${old.until} to ${fresh.until}.`,
        why: isEarlier ? 'Callers have planned for the later day.' : 'Callers have more time.',
        next: isEarlier ? `Keep ${old.until}.` : 'No action is needed.',
      };
    }),
};

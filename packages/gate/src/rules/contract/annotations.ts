import { at, child, deprecationOf, keysOf, member } from '@vehicle-lookup/openapi';
import type { Audience, Impact } from '../../comparison/change.ts';
import { breaking } from '../../comparison/rating.ts';
import type { Rule, Side } from '../../comparison/rule.ts';

export const secretUnmarked: Rule = breaking({
  title: 'A secret is no longer marked as secret',
  why: 'Programs that mask marked values will print the secret in logs and reports.',
  text: 'The marks are `x-secret` and `format: password`, either next to the value or in the schema that the value references.',
  next: 'Restore the mark. If the value is no longer a secret, revoke the old values first.',
  audience: ['sender', 'generated code'],
  directions: () => [],
  is: ({ property, before, after }) =>
    property === 'x-secret' ? after !== true : property === 'format' && before === 'password' && after !== before,
  what: ({ property }) =>
    `A secret is no longer marked with \`${property === 'format' ? 'format: password' : property}\`.`,
});

export const quantityChanged: Rule = breaking({
  title: 'A value is no longer parsed as a quantity, or is parsed differently',
  why: 'A client that parses quantities returns a different type for the same field.',
  text: 'Clients combine the two strings that `x-quantity` marks into one number with a unit.',
  next: 'Keep the mark, and add a field for the new meaning.',
  audience: ['reader', 'generated code'],
  directions: () => [],
  is: ({ property }) => property === 'x-quantity',
  what: ({ before, after }) => `\`x-quantity\` changed from ${before ?? 'none'} to ${after ?? 'none'}.`,
});

const HIDING = { readOnly: 'request', writeOnly: 'response' } as const;

export const readOnly: Rule = breaking({
  title: 'A field may no longer be sent, or is no longer returned',
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
    'A changed, new or removed default changes the effect of the same request, so the change is major. It is minor if every request ' +
    'already had to contain the value. In a response, a default is only documentation, so the change is patch.',
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
      return harmless('patch', 'sender', 'The value is the same, written as a different type.');
    }
    if (values?.request === undefined) return harmless('patch', 'reader', 'Responses do not change.');
    if (before === undefined && wasRequired(base, places.base)) {
      return harmless('minor', 'sender', 'Every request had to contain the value before.');
    }
    return {
      impact: 'major',
      audience: ['sender'],
      what,
      why: 'A request without the value now has a different effect.',
      next:
        before === undefined
          ? 'If the service has always used this default, acknowledge the change with this reason. Otherwise, let callers send the value.'
          : 'Keep the default. Callers that need a different value can send it.',
    };
  },
};

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** Returns whether the parameter or the body field was required. */
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
    'A deprecation does not break callers, but they have to migrate, so the change is minor. `x-deprecation` states `since`, ' +
    '`until` and the replacement (`use`). Withdrawing a deprecation is patch.',
  rate: ({ property, after, at: places, pointer }, { revision }) => {
    if (property !== 'deprecated') return undefined;
    if (after !== true) {
      const why = 'The part will not be removed.';
      return { impact: 'patch', audience: [], what: 'A deprecation was withdrawn.', why, next: 'No action is needed.' };
    }
    const holder = (places.revision ?? pointer).replace(/\/deprecated$/, '');
    const terms = deprecationOf(at(revision.document, holder));
    return {
      impact: 'minor',
      audience: ['sender', 'reader', 'generated code'],
      what: `The part is deprecated${terms ? ` as of ${terms.since} and works until ${terms.until}` : ''}.`,
      why: 'The part still works, but it will be removed.',
      next: terms
        ? `Migrate to ${terms.use} by ${terms.until}.`
        : 'State the dates and the replacement: `x-deprecation: { since, until, use }`.',
    };
  },
};

export const deprecationShortened: Rule = {
  title: 'The announced removal date of a deprecated part was changed',
  text: 'Callers plan for the date in `x-deprecation`. An earlier date breaks the promise and is major. A later date is patch.',
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
        what: `The last date on which the part works changed from ${old.until} to ${fresh.until}.`,
        why: isEarlier ? 'Callers have planned for the later date.' : 'Callers have more time.',
        next: isEarlier ? `Keep ${old.until}.` : 'No action is needed.',
      };
    }),
};

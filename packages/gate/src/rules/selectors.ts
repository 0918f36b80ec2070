import { child, readWireOperation, referenceTo } from '@vehicle-lookup/openapi';
import { breaking, came } from '../comparison/rating.ts';
import { type Rule, renamedSchemas, type Side } from '../comparison/rule.ts';
import type { ContractDifference } from '../walk/difference.ts';

export const addressChanged: Rule = {
  title: 'Requests use a different path or method',
  text: 'All operations share one path and one method. A different path or method breaks every request, so the change is major.',
  find: ({ base, revision }) => {
    if (!base.hasSelectors) return [];
    const [before, after] = [addressOf(base), addressOf(revision)];
    if (before.text === after.text) return [];
    return [
      {
        kind: 'modified',
        pointer: after.pointer,
        before: before.text,
        after: after.text,
        impact: 'major',
        audience: ['sender', 'generated code'],
        what: `Requests now go to \`${after.text}\` instead of \`${before.text}\`.`,
        why: 'Every previously valid request fails.',
        next: 'Continue to accept requests with the old path and method.',
      },
    ];
  },
};

function addressOf({ document }: Side): { text: string; pointer: string } {
  const { path, method, at } = readWireOperation(document);
  return { text: `${method.toUpperCase()} ${path}`, pointer: referenceTo(at).slice(1) };
}

export const envelopeAdded: Rule = breaking({
  title: 'A response may have a new envelope',
  why: 'A program that handles only the old envelopes cannot read the response.',
  text: 'Envelopes are compared by their names.',
  next: 'Announce the envelope: programs must support it before the first response uses it.',
  audience: ['reader', 'generated code'],
  is: (one) => came(one, 'envelope'),
  what: ({ after }) => `The response may now have the envelope \`${after}\`.`,
});

export const envelopeRemoved: Rule = {
  title: 'A response no longer has an envelope',
  text: 'Envelopes are compared by their names. Programs that read the other envelopes still work, and the types for the removed envelope are no longer used, so the change is minor.',
  rate: ({ node, kind, before }) => {
    if (node !== 'envelope' || kind !== 'removed') return undefined;
    return {
      impact: 'minor',
      audience: ['generated code'],
      what: `The response no longer has the envelope \`${before}\`.`,
      why: 'Programs that read the other envelopes still work; code for this envelope is never reached.',
      next: 'Remove the code that reads the envelope once the release is deployed.',
    };
  },
};

export const envelopeRenamed: Rule = breaking({
  title: 'An envelope was renamed',
  why: 'Programs distinguish envelopes by name, and generated types contain the names.',
  next: 'Keep the name.',
  audience: ['reader', 'generated code'],
  is: ({ node, kind }) => node === 'envelope' && kind === 'modified',
  what: ({ before, after }) => `The envelope \`${before}\` was renamed to \`${after}\`.`,
});

export const operationRenamed: Rule = {
  title: 'An operation was renamed',
  text: 'The name is not sent, so requests stay valid. Generated methods and types are named after the operation, so the change is major.',
  rate: ({ node, kind, property, before, after, isOnWire }, { base }) => {
    if (!base.hasSelectors) return undefined;
    // The name of an operation is the name of its path item.
    if (property === 'operationId') return isOnWire ? undefined : 'nothing';
    if (node !== 'path item' || kind !== 'modified' || property !== undefined) return undefined;
    return {
      impact: 'major',
      audience: ['generated code'],
      what: `The operation \`${before}\` was renamed to \`${after}\`.`,
      why: 'Calls with the old name do not compile; requests do not change.',
      next: 'Keep the name.',
    };
  },
};

export const schemaRenamed: Rule = {
  title: 'A schema was renamed',
  text: 'Requests and responses do not change. Generated types are named after schemas, so code that imports the type under its old name does not compile. The change is major, but only for generated code.',
  find: (comparison) =>
    [...renamedSchemas(comparison)].map(([name, other]) => ({
      kind: 'modified',
      pointer: child('/components/schemas', other),
      before: name,
      after: other,
      impact: 'major',
      audience: ['generated code'],
      what: `The schema ${name} was renamed to ${other}.`,
      why: 'Code that imports the generated type under its old name does not compile; requests and responses do not change.',
      next: `Keep the name ${name}, or make ${name} a reference to ${other}.`,
    })),
};

export const selectorChanged: Rule = breaking({
  title: 'An operation has a different selector',
  why: 'A request that was valid before selects a different operation, or none.',
  text: 'The selector of a new operation is rated with that operation.',
  next: 'Keep the selector, and give each new operation a separate selector.',
  audience: ['sender', 'generated code'],
  directions: () => [],
  is: ({ node, facts }) => node === 'parameter' && selectorsOf(facts)[0] !== selectorsOf(facts)[1],
  what: ({ facts }) => {
    const [before, after] = selectorsOf(facts).map((one) => (one === undefined ? 'nothing' : `\`${one}\``));
    return `The selector changed from ${before} to ${after}.`;
  },
});

const selectorsOf = (facts: ContractDifference['facts']): readonly [old?: string, fresh?: string] =>
  (facts?.selector ?? [undefined, undefined]) as [old?: string, fresh?: string];

import { child, readWireOperation, referenceTo } from '@vehicle-lookup/openapi';
import { breaking, came } from '../comparison/rating.ts';
import { type Rule, renamedSchemas, type Side } from '../comparison/rule.ts';
import type { ContractDifference } from '../walk/difference.ts';

export const addressChanged: Rule = {
  title: 'Requests go to another path, or have another method',
  text: 'All operations share one path and one method. Another one breaks every request: major.',
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
        what: `Requests go to \`${after.text}\`; they went to \`${before.text}\`.`,
        why: 'Every request that was right before fails.',
        next: 'Keep the address, and answer at the new one beside it.',
      },
    ];
  },
};

function addressOf({ document }: Side): { text: string; pointer: string } {
  const { path, method, at } = readWireOperation(document);
  return { text: `${method.toUpperCase()} ${path}`, pointer: referenceTo(at).slice(1) };
}

export const envelopeAdded: Rule = breaking({
  title: 'A response may come in an envelope that it could not have before',
  why: 'A program that only knows the other envelopes cannot read the response.',
  text: 'Envelopes are compared by their names.',
  next: 'Announce it: readers need the form before the first response has it.',
  audience: ['reader', 'generated code'],
  is: (one) => came(one, 'envelope'),
  what: ({ after }) => `The response may come in the envelope \`${after}\`.`,
});

export const envelopeRemoved: Rule = {
  title: 'A response no longer comes in an envelope',
  text: 'Envelopes are compared by their names. Readers of the others stay right; types of this one have no use: minor.',
  rate: ({ node, kind, before }) => {
    if (node !== 'envelope' || kind !== 'removed') return undefined;
    return {
      impact: 'minor',
      audience: ['generated code'],
      what: `The response no longer comes in the envelope \`${before}\`.`,
      why: 'Readers that know the other envelopes stay right; code for this one is never reached.',
      next: 'Remove the code that reads it, when the release is in use.',
    };
  },
};

export const envelopeRenamed: Rule = breaking({
  title: 'An envelope has another name',
  why: 'Programs tell envelopes apart by their names, and generated types have them.',
  next: 'Keep the name.',
  audience: ['reader', 'generated code'],
  is: ({ node, kind }) => node === 'envelope' && kind === 'modified',
  what: ({ before, after }) => `The envelope \`${before}\` is called \`${after}\` now.`,
});

export const operationRenamed: Rule = {
  title: 'An operation has another name',
  text: 'The name is not sent, so requests stay right; methods and types of generated code are named after it: major.',
  rate: ({ node, kind, property, before, after, isOnWire }, { base }) => {
    if (!base.hasSelectors) return undefined;
    // The operation has the name of its path item.
    if (property === 'operationId') return isOnWire ? undefined : 'nothing';
    if (node !== 'path item' || kind !== 'modified' || property !== undefined) return undefined;
    return {
      impact: 'major',
      audience: ['generated code'],
      what: `The operation \`${before}\` is called \`${after}\` now.`,
      why: 'Calls of the old name do not compile; requests stay as they are.',
      next: 'Keep the name.',
    };
  },
};

export const schemaRenamed: Rule = {
  title: 'A schema has another name',
  text: 'Requests and responses stay as they are. Generated types are named after schemas: whoever imports the type does not compile. Major, for generated code alone.',
  find: (comparison) =>
    [...renamedSchemas(comparison)].map(([name, other]) => ({
      kind: 'modified',
      pointer: child('/components/schemas', other),
      before: name,
      after: other,
      impact: 'major',
      audience: ['generated code'],
      what: `The schema ${name} is called ${other} now.`,
      why: 'Code that imports the generated type by its old name does not compile; requests and responses stay as they are.',
      next: `Keep the name ${name}, or keep it beside the new one as a reference to it.`,
    })),
};

export const selectorChanged: Rule = breaking({
  title: 'An operation is selected by another parameter or value',
  why: 'A request that was right before selects another operation, or none.',
  text: 'A selector of a new operation belongs to that operation.',
  next: 'Keep the selector; give a new operation a selector of its own.',
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

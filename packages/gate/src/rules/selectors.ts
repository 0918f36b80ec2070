import { child, readWireOperation, referenceTo } from '@vehicle-lookup/openapi';
import { renamedSchemas } from '../comparison/renamed-schemas.ts';
import type { Rule, Side } from '../comparison/rule.ts';

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

export const envelopeAdded: Rule = {
  title: 'A response may come in an envelope that it could not have before',
  text: 'Envelopes are compared by their names. Programs that know the others alone cannot read it: major.',
  rate: ({ node, kind, after }) => {
    if (node !== 'envelope' || kind !== 'added') return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The response may come in the envelope \`${after}\`.`,
      why: 'A program that knows the other envelopes alone cannot read the response.',
      next: 'Announce it: readers need the form before the first response has it.',
    };
  },
};

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

export const envelopeRenamed: Rule = {
  title: 'An envelope has another name',
  text: 'Programs tell envelopes apart by their names, and generated types have them: major.',
  rate: ({ node, before, after }) => {
    if (node !== 'envelope') return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The envelope \`${before}\` is called \`${after}\` now.`,
      why: 'Programs tell envelopes apart by their names, and generated types have them.',
      next: 'Keep the name.',
    };
  },
};

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

export const selectorChanged: Rule = {
  title: 'An operation is selected by another parameter or value',
  text: 'Its requests select another operation, or none. Always major; a selector of a new operation belongs to that.',
  rate: ({ node, facts }) => {
    const [old, fresh] = (facts?.selector ?? []) as readonly (string | undefined)[];
    if (node !== 'parameter' || old === fresh) return undefined;
    const [before, after] = [old, fresh].map((one) => (one === undefined ? 'nothing' : `\`${one}\``));
    return {
      impact: 'major',
      audience: ['sender', 'generated code'],
      what: `The selector changed from ${before} to ${after}.`,
      why: 'A request that was right before selects another operation, or none.',
      next: 'Keep the selector; give a new operation a selector of its own.',
    };
  },
};

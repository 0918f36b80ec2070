import {
  at,
  child,
  type Document,
  dereference,
  isRecord,
  member,
  members,
  readWireOperation,
  referenceTo,
  resolveSchema,
} from '@vehicle-lookup/openapi';
import { envelopeOf } from '../comparable/envelopes.ts';
import { isSame } from '../comparable/same.ts';
import { isOnWire } from '../comparable/wire.ts';
import type { EngineDifference, Rule, Side } from '../comparison/rule.ts';

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
  rate: ({ typeName, kind, path }) => {
    const envelope = envelopeAt(path);
    if (typeName !== 'MediaType' || kind !== 'added' || envelope === undefined) return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The response may come in the envelope \`${envelope}\`.`,
      why: 'A program that knows the other envelopes alone cannot read the response.',
      next: 'Announce it: readers need the form before the first response has it.',
    };
  },
};

export const envelopeRemoved: Rule = {
  title: 'A response no longer comes in an envelope',
  text: 'Envelopes are compared by their names. Readers of the others stay right; types of this one have no use: minor.',
  rate: ({ typeName, kind, path }) => {
    const envelope = envelopeAt(path);
    if (typeName !== 'MediaType' || kind !== 'removed' || envelope === undefined) return undefined;
    return {
      impact: 'minor',
      audience: ['generated code'],
      what: `The response no longer comes in the envelope \`${envelope}\`.`,
      why: 'Readers that know the other envelopes stay right; code for this one is never reached.',
      next: 'Remove the code that reads it, when the release is in use.',
    };
  },
};

/** The envelope in the last key of a path of the engine, if it has one. */
const envelopeAt = (path: string): string | undefined => envelopeOf(path.split('/').at(-1) ?? '').envelope;

export const envelopeRenamed: Rule = {
  title: 'An envelope has another name',
  text: 'Programs tell envelopes apart by their names, and generated types have them: major.',
  rate: ({ typeName, kind, before, after }) => {
    const [old, fresh] = [before, after].map((key) => envelopeOf(String(key)).envelope);
    if (!typeName.startsWith('MediaType') || kind !== 'modified' || old === undefined || fresh === undefined)
      return undefined;
    return {
      impact: 'major',
      audience: ['reader', 'generated code'],
      what: `The envelope \`${old}\` is called \`${fresh}\` now.`,
      why: 'Programs tell envelopes apart by their names, and generated types have them.',
      next: 'Keep the name.',
    };
  },
};

export const operationRemoved: Rule = {
  title: 'An operation was removed',
  text: 'Every request for it fails. Always major. It is announced when the operation was deprecated and its day has passed.',
  rate: ({ typeName, kind, path }, { base }) => {
    if (!base.hasSelectors || typeName !== 'PathItem' || kind !== 'removed') return undefined;
    return {
      impact: 'major',
      audience: ['sender', 'reader', 'generated code'],
      what: `The operation \`${path.split('~1').at(-1)}\` was removed.`,
      why: 'Every request for it fails, and generated code has no method for it.',
      next: 'Deprecate it first (`deprecated` and `x-deprecation`), and remove it after the day that is given there.',
    };
  },
};

export const operationRenamed: Rule = {
  title: 'An operation has another name',
  text: 'The name is not sent, so requests stay right; methods and types of generated code are named after it: major.',
  rate: ({ typeName, kind, property, before, after, path }, { base }) => {
    if (!base.hasSelectors) return undefined;
    if (property === 'operationId') return isOnWire({ path }) ? undefined : 'nothing';
    if (!typeName.startsWith('PathItem') || kind !== 'modified' || typeof before !== 'string') return undefined;
    return {
      impact: 'major',
      audience: ['generated code'],
      what: `The operation \`${before.slice(1)}\` is called \`${String(after).slice(1)}\` now.`,
      why: 'Calls of the old name do not compile; requests stay as they are.',
      next: 'Keep the name.',
    };
  },
};

export const schemaRenamed: Rule = {
  title: 'A schema has another name',
  text: 'Requests and responses stay as they are. Generated types are named after schemas: whoever imports the type does not compile. Major, for generated code alone.',
  find: ({ base, revision }) => {
    const [before, after] = [schemasOf(base), schemasOf(revision)];
    const fresh = new Map([...after].filter(([name]) => !before.has(name)));
    return [...before].flatMap(([name, schema]) => {
      const pointer = child('/components/schemas', name);
      if (after.has(name) || base.usesOf(pointer).length === 0) return [];
      const documents = [base.document, revision.document] as const;
      const [other] = [...fresh].find(([, one]) => isSame(schema, one, documents)) ?? [];
      if (other === undefined) return [];
      fresh.delete(other);
      return {
        kind: 'modified',
        pointer: child('/components/schemas', other),
        before: name,
        after: other,
        impact: 'major',
        audience: ['generated code'],
        what: `The schema ${name} is called ${other} now.`,
        why: 'Code that imports the generated type by its old name does not compile; requests and responses stay as they are.',
        next: `Keep the name ${name}, or keep it beside the new one as a reference to it.`,
      };
    });
  },
};

const schemasOf = ({ document }: Side): Map<string, unknown> => new Map(members(document.components?.schemas));

export const selectorChanged: Rule = {
  title: 'An operation is selected by another parameter or value',
  text: 'Its requests select another operation, or none. Always major; a selector of a new operation belongs to that.',
  rate: (change, { base, revision }) => {
    if (!base.hasSelectors) return undefined;
    const [old, fresh] = [selectorAt(base, change.at.base, change), selectorAt(revision, change.at.revision, change)];
    if (old === fresh) return undefined;
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

/** `fluids=1`, if the change is about a parameter that selects, or about the value of one. */
function selectorAt({ document }: Side, pointer: string | undefined, change: EngineDifference): string | undefined {
  if (pointer === undefined) return undefined;
  if (change.property === 'enum' && change.typeName === 'Schema') {
    const value = member(at(document, pointer.replace(/\/(enum|const)$/, '')), 'const');
    const isSelector = change.uses.some(({ direction }) => direction === 'request');
    return isSelector && value !== undefined ? String(value) : undefined;
  }
  if (!change.typeName.startsWith('Parameter')) return undefined;
  const keys = pointer.split('/');
  return selectorOf(document, at(document, keys.slice(0, keys.indexOf('parameters') + 2).join('/')));
}

function selectorOf(document: Document, node: unknown): string | undefined {
  const parameter = dereference(document, node);
  if (!isRecord(parameter) || parameter.in !== 'query' || parameter.required !== true) return undefined;
  const { schema } = resolveSchema(document, parameter.schema);
  return 'const' in schema ? `${parameter.name}=${schema.const}` : undefined;
}

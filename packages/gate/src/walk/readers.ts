import {
  at,
  child,
  type Document,
  deprecationOf,
  isRecord,
  items,
  member,
  members,
  type Visited,
  walk,
} from '@vehicle-lookup/openapi';
import type { Direction } from '../comparison/reach.ts';
import { declaredBy } from '../containment/closed-names.ts';
import type { Role } from '../containment/conditions.ts';
import { type Dialect, type ReadSchema, type SchemaCopy, SchemaReader } from '../containment/dialect.ts';
import type { JsonSchema, SchemaObject } from '../containment/schema.ts';
import type { PlacePair } from './difference.ts';

/** Readers for the schemas in a document: as written, and as they apply to sent values. */
export interface Readers {
  plain: SchemaReader;
  /** Whether the schemas for sent values may differ from the written schemas. */
  isProjected: boolean;
  /** Returns the reader for one direction. @param role `inner` for the side that sends the values */
  of: (direction: Direction, role: Role) => SchemaReader;
}

/** Keywords that cause the schemas for sent values to differ from the written schemas. */
const PROJECTED = ['readOnly', 'writeOnly', 'discriminator', 'x-deprecation', 'oneOf'];

/**
 * Creates the readers of a document.
 * @param nodes every object in the document
 * @param today parts with an earlier removal date may be absent
 */
export function readersOf(document: Document, nodes: readonly Visited[], today: string): Readers {
  const dialect: Dialect = /^3\.0/.test(String(document.openapi)) ? 'OpenAPI 3.0' : '2020-12';
  const known = new Map<string, unknown>();
  const target = (reference: string): unknown => {
    if (!known.has(reference)) known.set(reference, targetOf(document, reference));
    return known.get(reference);
  };
  const readers = new Map<string, SchemaReader>();
  const joint = partsOfSchemas(nodes, target);
  const plain = new SchemaReader(target, dialect);
  if (!nodes.some(({ node }) => PROJECTED.some((key) => key in node))) {
    return { plain, isProjected: false, of: () => plain };
  }
  return {
    plain,
    isProjected: true,
    of(direction, role) {
      const key = `${direction} ${role}`;
      const projection: Projection = { is30: dialect === 'OpenAPI 3.0', direction, role, target, today, joint };
      const reader =
        readers.get(key) ??
        new SchemaReader(target, dialect, (copy, written, read) => projected(copy, written, read, projection));
      readers.set(key, reader);
      return reader;
    },
  };
}

function targetOf(document: Document, reference: string): unknown {
  if (reference.startsWith('#/')) return nodeAt(document, reference.slice(1));
  if (reference === '#') return document;
  const name = reference.split('#').at(-1);
  const keys = ['$anchor', '$dynamicAnchor', '$id'];
  const found = [...walk(document)].filter(({ node }) => keys.some((key) => node[key] === name));
  // If several nodes match, the target depends on the location of the reference and on how it was reached.
  return found.length === 1 ? found[0]?.node : undefined;
}

/** Maximum nesting of references and `allOf` parts. */
const DEEPEST = 5;

interface Projection {
  is30: boolean;
  direction: Direction;
  role: Role;
  target: (reference: string) => unknown;
  today: string;
  /** Schemas whose values may also contain the fields of other schemas. */
  joint: ReadonlySet<unknown>;
}

function projected(copy: SchemaCopy, written: SchemaObject, read: ReadSchema, projection: Projection): JsonSchema {
  const { direction, role, target } = projection;
  if (copy.oneOf && !projection.joint.has(written)) copy.oneOf = closedForms(written, copy.oneOf, target);
  for (const [name, part] of members(written.properties)) {
    if (!isMarked(part, hiddenBy(direction), target)) continue;
    // The receiver of a response tolerates a hidden field. In all other cases, the field cannot occur.
    copy.properties = { ...copy.properties, [name]: direction === 'response' && role === 'outer' };
  }
  liftRequired(copy, written, read, projection);
  const told = ['anyOf', 'oneOf'].flatMap((key) => withDiscriminator(key, written, read, target));
  if (told.length > 0) copy.allOf = [...(copy.allOf ?? []), ...told];
  return copy;
}

/**
 * Returns the variants of `oneOf`, each without the fields that only other variants name, unless the variant is open. Otherwise, most
 * values of a variant with more fields would also match a variant with fewer fields.
 */
function closedForms(
  { oneOf, ...beside }: SchemaObject,
  forms: readonly JsonSchema[],
  target: Projection['target'],
): readonly JsonSchema[] {
  const source = { resolve: (reference: string) => target(reference) as JsonSchema | undefined };
  const [around, ...own] = [beside, ...items(oneOf)].map((one) => declaredBy({ schema: one as JsonSchema, source }));
  const all = own.flatMap(({ names }) => [...names]);
  return forms.map((form, index) => {
    const { names, isOpen } = own[index] ?? { names: new Set(), isOpen: true };
    const others = all.filter((name) => !names.has(name) && !around?.names.has(name));
    if (isOpen || names.size * others.length === 0) return form;
    return { allOf: [form, { properties: Object.fromEntries(others.map((name) => [name, false])) }] };
  });
}

/** Returns the parts of `allOf`, including the schemas that they refer to or choose from. */
function partsOfSchemas(nodes: readonly Visited[], target: Projection['target']): ReadonlySet<unknown> {
  const isJoint = (node: Record<string, unknown>) => items(node.allOf).length > 1 || 'properties' in node;
  const parts = new Set(nodes.flatMap(({ node }) => (isJoint(node) ? items(node.allOf) : [])));
  for (const part of parts) {
    for (const one of [...partsOf(part, target), ...items(member(part, 'anyOf')), ...items(member(part, 'oneOf'))])
      parts.add(one);
  }
  return parts;
}

/** Removes hidden fields and fields with a past removal date from `required`, in every part of the schema. */
function liftRequired(copy: SchemaCopy, written: SchemaObject, read: ReadSchema, projection: Projection): void {
  const lifted = new Set(absentNames(written, projection));
  if (lifted.size === 0) return;
  if (copy.required) copy.required = items(copy.required).filter((one) => !lifted.has(String(one)));
  const { target } = projection;
  const isRequired = (part: unknown, depth = 0): boolean =>
    depth < DEEPEST &&
    (items(member(part, 'required')).some((one) => lifted.has(String(one))) ||
      partsOf(part, target).some((one) => isRequired(one, depth + 1)));
  const without = (part: unknown, depth = 0): unknown => {
    if (!isRecord(part) || !isRequired(part, depth)) return part;
    const { $ref, allOf, required, ...others } = part;
    const parts = partsOf(part, target).map((one) => without(one, depth + 1));
    const own = items(required).filter((one) => !lifted.has(String(one)));
    // OpenAPI 3.0 ignores all keywords next to a reference.
    return projection.is30 && $ref !== undefined ? { allOf: parts } : { ...others, required: own, allOf: parts };
  };
  const parts = partsOf(written, target);
  if (!parts.some((one) => isRequired(one))) return;
  delete copy.$ref;
  copy.allOf = parts.map((one) => read(without(one)));
}

/** Returns the names of the fields that may be absent. */
function absentNames(node: unknown, projection: Projection, depth = 0): string[] {
  const { direction, target, today } = projection;
  if (!isRecord(node) || depth > DEEPEST) return [];
  const own = members(node.properties).filter(([, part]) => {
    const until = deprecationOf(part)?.until ?? deprecationOf(followed(part, target))?.until;
    return isMarked(part, hiddenBy(direction), target) || (until !== undefined && until < today);
  });
  return [
    ...own.map(([name]) => name),
    ...partsOf(node, target).flatMap((part) => absentNames(part, projection, depth + 1)),
  ];
}

/** Returns the reference target of a schema and the parts of its `allOf`. */
const partsOf = (node: unknown, target: Projection['target']): unknown[] => [
  ...(typeof member(node, '$ref') === 'string' ? [target(String(member(node, '$ref')))] : []),
  ...items(member(node, 'allOf')),
];

/** Returns the keyword that hides a field: `readOnly` fields are not in requests, and `writeOnly` fields are not in responses. */
const hiddenBy = (direction: Direction): 'readOnly' | 'writeOnly' =>
  direction === 'request' ? 'readOnly' : 'writeOnly';

/** Returns whether a field is hidden from the values in a direction. */
export const isHidden = (document: Document, part: unknown, direction: Direction): boolean =>
  isMarked(part, hiddenBy(direction), (reference) => nodeAt(document, reference.slice(1)));

function isMarked(part: unknown, key: string, target: (reference: string) => unknown, depth = 0): boolean {
  if (!isRecord(part) || depth > DEEPEST) return false;
  if (part[key] === true) return true;
  const behind = typeof part.$ref === 'string' ? [target(part.$ref)] : [];
  return [...behind, ...items(part.allOf)].some((one) => isMarked(one, key, target, depth + 1));
}

function followed(part: unknown, target: (reference: string) => unknown): unknown {
  let node = part;
  for (let steps = 0; isRecord(node) && typeof node.$ref === 'string' && steps < 10; steps++) node = target(node.$ref);
  return node;
}

/**
 * Returns the schema that a discriminator adds: in each variant, the property has one of the values that select the variant (OpenAPI 3.1,
 * 4.8.25). A variant that states the value itself is not changed.
 */
function withDiscriminator(
  key: string,
  written: SchemaObject,
  read: ReadSchema,
  target: Projection['target'],
): JsonSchema[] {
  const name = member(written.discriminator, 'propertyName');
  const forms = items(written[key]);
  if (typeof name !== 'string' || forms.length === 0) return [];
  const mapping = members(member(written.discriminator, 'mapping'));
  const told = forms.map((form) => {
    const reference = member(form, '$ref');
    const component = /^#\/components\/schemas\/([^/]+)$/.exec(String(reference))?.[1];
    const property = component === undefined ? undefined : followed(propertyOf(form, name, target), target);
    if (!isRecord(property) || 'const' in property || 'enum' in property) return undefined;
    const values = mapping.filter(([, to]) => to === reference || to === component).map(([value]) => value);
    if (!mapping.some(([value]) => value === component)) values.push(String(component));
    return { allOf: [read(form), { required: [name], properties: { [name]: { enum: values } } }] };
  });
  if (told.every((one) => one === undefined)) return [];
  return [{ anyOf: told.map((one, index) => one ?? read(forms[index])) }];
}

function propertyOf(form: unknown, name: string, target: Projection['target'], depth = 0): unknown {
  const node = followed(form, target);
  if (!isRecord(node) || depth > DEEPEST) return undefined;
  const own = member(node.properties, name);
  if (own !== undefined) return own;
  return items(node.allOf)
    .map((one) => propertyOf(one, name, target, depth + 1))
    .find((one) => one !== undefined);
}

const nodes = new WeakMap<Document, Map<string, unknown>>();

/** Returns the node at a pointer, like `at`, but caches the nodes of each document. */
export function nodeAt(document: Document, pointer: string): unknown {
  const known = nodes.get(document) ?? new Map<string, unknown>([['', document]]);
  nodes.set(document, known);
  if (known.has(pointer)) return known.get(pointer);
  const end = pointer.lastIndexOf('/');
  const holder = nodeAt(document, pointer.slice(0, end));
  const key = pointer.slice(end + 1);
  const node = key.includes('~') ? at(holder, `/${key}`) : own(holder, key);
  known.set(pointer, node);
  return node;
}

const own = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined;

/** Reads the same part of both documents. */
export const inBoth = <Part>(
  { base, revision }: Record<'base' | 'revision', { document: Document }>,
  [before, after]: PlacePair,
  read: (document: Document, pointer: string) => Part,
): [Part, Part] => [read(base.document, before), read(revision.document, after)];

interface LocatedNode {
  pointer: string;
  node: Record<string, unknown>;
}

/** Returns the node at a pointer after following its references, with the final pointer. */
export function located(document: Document, pointer: string): LocatedNode | undefined {
  let place = pointer;
  for (let steps = 0; steps < 20; steps++) {
    const node = nodeAt(document, place);
    if (!isRecord(node)) return undefined;
    if (typeof node.$ref !== 'string' || !node.$ref.startsWith('#')) return { pointer: place, node };
    place = node.$ref.slice(1);
  }
  return undefined;
}

/** Returns the pointers to the fields of a node by name. */
export const partsAt = (document: Document, pointer: string): Map<string, string> =>
  new Map(members(at(document, pointer)).map(([name]) => [name, child(pointer, name)]));

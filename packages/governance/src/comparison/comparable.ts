import {
  at,
  bodyForms,
  child,
  type Document,
  dereference,
  isRecord,
  isReference,
  keysOf,
  members,
  readOperations,
  referenceTo,
} from '@vehicle-lookup/document';

/**
 * A document as the engine compares it, and the way back to the places of the bundle. Operations that share a path get one
 * each, so that they are compared with themselves; envelopes become separate media types, so that they are compared by
 * name; examples and extensions are left out, because other rules compare them.
 */
export interface Comparable {
  document: unknown;
  /** The pointer in the bundle for one of the engine's. */
  inBundle: (pointer: string) => string;
}

/** Between a media type and the envelope that has it. */
const ENVELOPE = '; envelope=';

export function comparable(document: Document, hasSelectors: boolean): Comparable {
  const { pathItems, ...components } = document.components ?? {};
  const projected = hasSelectors ? { ...document, paths: pathsOf(document), components } : document;
  return {
    document: plain(hasSelectors ? splitEnvelopes(document, projected) : projected),
    inBundle: (pointer) => inBundle(document, hasSelectors, pointer),
  };
}

/** One path for each operation, named by its id. */
const pathsOf = (document: Document): Record<string, unknown> =>
  Object.fromEntries(readOperations(document).map(({ id, method, node }) => [`/${id}`, { [method]: node }]));

/** The envelope in the name of a media type that the engine compared, if it has one. */
export function envelopeOf(engineKey: string): { type: string; envelope: string | undefined } {
  const [type = '', envelope] = engineKey.split(ENVELOPE);
  return { type, envelope };
}

/** Replies whose forms all have different names: one media type for each form. */
function splitEnvelopes(document: Document, node: unknown, key?: string): unknown {
  if (Array.isArray(node)) return node.map((one) => splitEnvelopes(document, one));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      const isContent = name === 'content' && key !== 'properties' && isRecord(value);
      return [name, isContent ? splitContent(document, value) : splitEnvelopes(document, value, name)];
    }),
  );
}

function splitContent(document: Document, content: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    members(content).flatMap(([type, media]): [string, unknown][] => {
      const forms = isRecord(media) ? formsOf(document, media.schema) : [];
      if (forms.length === 0) return [[type, media]];
      const around = { schema: besideForms(document, (media as { schema: unknown }).schema) };
      const named = forms.map(([title, schema]): [string, unknown] => [`${type}${ENVELOPE}${title}`, { schema }]);
      return [[type, around], ...named];
    }),
  );
}

/** What a body states for all of its forms. */
function besideForms(document: Document, schema: unknown): unknown {
  const { anyOf, ...beside } = Object(dereference(document, schema));
  return Array.isArray(anyOf) ? beside : {};
}

/** The named forms of a body that is one of several; none if it is not, or if a form has no name. */
function formsOf(document: Document, schema: unknown): [title: string, schema: unknown][] {
  // Where the forms stand inline, their places have no name outside of the media type.
  if (!isReference(schema)) return [];
  const forms = bodyForms(document, schema, []);
  const titles = forms.map(({ title }) => title);
  if (titles.includes(undefined) || new Set(titles).size < titles.length) return [];
  return forms.map(({ title = '', at: place }) => [title, place.length === 0 ? schema : { $ref: referenceTo(place) }]);
}

/** Keys whose members have names that the author chose. */
const NAMED = [
  'properties',
  'patternProperties',
  '$defs',
  'schemas',
  'parameters',
  'headers',
  'responses',
  'variables',
];

/** Without examples and extensions, which other rules compare. */
function plain(node: unknown, key?: string): unknown {
  if (Array.isArray(node)) return node.map((one) => plain(one));
  if (!isRecord(node)) return node;
  const kept = Object.entries(node).filter(
    ([name]) => NAMED.includes(key ?? '') || !(name.startsWith('x-') || name === 'example' || name === 'examples'),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (NAMED.includes(key ?? '')) return [name, plain(value, name)];
      if (SETS.includes(name) && Array.isArray(value)) return [name, sorted(value)];
      return [name, ['const', 'default'].includes(name) ? value : plain(value, name)];
    }),
  );
}

/** Keywords whose values have no order. */
const SETS = ['enum', 'required', 'type'];

const sorted = (values: readonly unknown[]): unknown[] =>
  values
    .map((one) => JSON.stringify(one))
    .sort()
    .map((text) => JSON.parse(text));

function inBundle(document: Document, hasSelectors: boolean, engine: string): string {
  const keys = keysOf(engine);
  const media = keys.findIndex((key) => key.includes(ENVELOPE));
  const written = keys.map((key, index) => (index === media ? envelopeOf(key).type : key));
  const [root, path = '', ...rest] = written;
  if (!hasSelectors || root !== 'paths') return written.reduce(child, '');
  return followed(document, child('/components/pathItems', path.slice(1)), rest);
}

/** The place that keys lead to when references are followed on the way. */
const followed = (document: Document, start: string, keys: readonly string[]): string =>
  keys.reduce((place, key) => {
    const node = at(document, place);
    return child(isReference(node) ? node.$ref.slice(1) : place, key);
  }, start);

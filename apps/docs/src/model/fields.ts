import {
  child,
  type Document,
  follow,
  isRecord,
  isReference,
  items,
  type Json,
  members,
  at as nodeAt,
  type Path,
  type Schema,
} from '@vehicle-lookup/document';

/** A member of a body, or an element of a list. */
export interface Field {
  name: string;
  /** From the body: `data[].carId`. */
  path: string;
  /** Its JSON type in words: `integer or empty string`, `array of objects`, `never sent`. */
  type: string;
  /** Whether every body of this form has it. */
  isRequired: boolean;
  /** Whether the value may be an empty string. */
  mayBeEmpty: boolean;
  /** The one value that it may have. */
  constant: Json | undefined;
  /** Further keywords that limit the value. */
  limits: Limit[];
  description: string;
  /** What each element of a list is; empty if it is no list, or the document does not say it. */
  elements: string;
  /** Its keywords, those of what it refers to included. */
  schema: Schema;
  /** Pointer to the property, for its clause or assumption. */
  pointer: string;
  fields: Field[];
}

/** A keyword that limits a value. */
export interface Limit {
  /** `minLength 1`; where only one of several types has it, `string: pattern ^[0-9]*$`. */
  text: string;
  /** Pointer to the keyword, for its clause or assumption. */
  pointer: string;
}

/** A schema without `$ref` and `allOf`: what stands beside a reference comes before what it leads to. */
interface Flat {
  schema: Schema;
  /** Where each keyword stands. */
  places: Map<string, Path>;
  /** Names of required members, of all parts. */
  required: Set<string>;
  properties: Map<string, { node: unknown; at: Path }>;
  items: { node: unknown; at: Path } | undefined;
}

const LIMITS = ['format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'enum'];

/** The members of the body form at a place of the document. */
export const fieldsAt = (document: Document, at: Path): Field[] =>
  fieldsOf(document, nodeAt(document, at.reduce<string>(child, '')), at);

/**
 * The members of a body form, in the document's order; those of an array are the members of its elements.
 * @param at place of the form's schema in the document
 */
export function fieldsOf(document: Document, node: unknown, at: Path, path = ''): Field[] {
  const flat = flatten(document, node, at);
  if (flat.items) return fieldsOf(document, flat.items.node, flat.items.at, `${path}[]`);
  return [...flat.properties].map(([name, place]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const { schema } = flatten(document, place.node, place.at);
    return {
      name,
      path: own,
      type: typeText(document, place.node),
      isRequired: flat.required.has(name),
      mayBeEmpty: allowsEmpty(document, place.node),
      constant: schema.const,
      limits: limitsAt(document, place.at, place.node),
      description: String(schema.description ?? ''),
      elements: elementsText(document, place.node, place.at),
      schema,
      pointer: place.at.reduce<string>(child, ''),
      fields: fieldsOf(document, place.node, place.at, own),
    };
  });
}

/** The keywords that limit the values of the schema at a place of the document, those of its alternatives included. */
export function limitsAt(document: Document, at: Path, node?: unknown): Limit[] {
  const { schema, places } = flatten(document, node ?? nodeAt(document, at.reduce<string>(child, '')), at);
  const placeOf = (keyword: string): Path => [...(places.get(keyword) ?? at), keyword];
  const own = LIMITS.filter((keyword) => schema[keyword] !== undefined).map((keyword) => ({
    text: `${keyword} ${textOf(schema[keyword])}`,
    pointer: placeOf(keyword).reduce<string>(child, ''),
  }));
  const ofChoices = ['oneOf', 'anyOf'].flatMap((keyword) =>
    items(schema[keyword]).flatMap((one, index) =>
      limitsAt(document, [...placeOf(keyword), index], one).map(({ text, pointer }) => ({
        text: `${typeText(document, one)}: ${text}`,
        pointer,
      })),
    ),
  );
  return [...own, ...ofChoices];
}

function elementsText(document: Document, node: unknown, at: Path): string {
  const { items: elements } = flatten(document, node, at);
  return elements ? String(flatten(document, elements.node, elements.at).schema.description ?? '') : '';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The JSON type of a schema's values, in words. */
export function typeText(document: Document, node: unknown): string {
  const { schema, items: elements, properties } = flatten(document, node, []);
  if (schema.not === true) return 'never sent';
  const choices = [...items(schema.oneOf), ...items(schema.anyOf)];
  if (choices.length > 0) return [...new Set(choices.map((one) => typeText(document, one)))].join(' or ');
  if (schema.const === '') return 'empty string';
  if (elements) return `array of ${plural(typeText(document, elements.node))}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  return String(schema.type ?? (properties.size > 0 ? 'object' : 'any'));
}

const plural = (type: string): string => type.replace(/^\w+/, (word) => `${word}s`);

/** Whether a schema allows the empty string. */
export function allowsEmpty(document: Document, node: unknown): boolean {
  const { schema } = flatten(document, node, []);
  const choices = [...items(schema.oneOf), ...items(schema.anyOf)];
  if (choices.length > 0) return choices.some((one) => allowsEmpty(document, one));
  if (schema.const !== undefined) return schema.const === '';
  if (Array.isArray(schema.enum)) return schema.enum.includes('');
  const isText = [schema.type].flat().includes('string');
  const matches = schema.pattern === undefined || new RegExp(String(schema.pattern), 'u').test('');
  return isText && matches && schema.format === undefined && Number(schema.minLength ?? 0) === 0;
}

function flatten(document: Document, node: unknown, at: Path): Flat {
  const flat: Flat = { schema: {}, places: new Map(), required: new Set(), properties: new Map(), items: undefined };
  collect(document, node, at, flat);
  return flat;
}

function collect(document: Document, node: unknown, at: Path, flat: Flat): void {
  if (node === false) flat.schema.not ??= true;
  if (!isRecord(node)) return;
  for (const name of items(node.required)) flat.required.add(String(name));
  for (const [name, property] of members(node.properties)) {
    if (!flat.properties.has(name)) flat.properties.set(name, { node: property, at: [...at, 'properties', name] });
  }
  if (node.items !== undefined) flat.items ??= { node: node.items, at: [...at, 'items'] };
  for (const [keyword, value] of Object.entries(node)) {
    if (['$ref', 'allOf', 'properties', 'required', 'items'].includes(keyword)) continue;
    flat.schema[keyword] ??= value as Json;
    if (!flat.places.has(keyword)) flat.places.set(keyword, at);
  }
  for (const [index, part] of items(node.allOf).entries()) collect(document, part, [...at, 'allOf', index], flat);
  if (isReference(node)) {
    const { node: target, at: place } = follow(document, { $ref: node.$ref } as unknown, at);
    collect(document, target, place, flat);
  }
}

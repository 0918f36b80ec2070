import {
  type Document,
  isRecord,
  type Json,
  type ResolvedSchema,
  resolveSchema,
  type Schema,
} from '@vehicle-lookup/openapi';

/** The kind of a parsed string or number. */
export type ScalarKind = 'text' | 'number' | 'positive' | 'month' | 'period' | 'quantity' | 'asIs';

/** The shape of a parsed value, which is the same for all its wire forms. */
export type ParsedShape =
  | { kind: ScalarKind; unit?: string }
  | { kind: 'list'; items: ParsedShape }
  | { kind: 'record'; name: string; forms: number; description: unknown; members: Member[] };

export interface Member {
  name: string;
  shape: ParsedShape;
  description: unknown;
  /** The label of the field, if its name is cryptic. */
  label: unknown;
  /** The assumptions on which the meaning of the field is based. */
  assumes: string[];
  /** True if the field is present in every form and the record is useless without it. */
  required: boolean;
}

/** Example strings of each kind. A pattern has a kind if it matches one of the kind's examples and does not match words. */
const PROBES: [ScalarKind, string[]][] = [
  ['period', ['10.2008 - 11.2012']],
  ['month', ['2008-10']],
  ['number', ['2008', '1888', '7', '3.4', '1,6']],
];

/**
 * Finds the shape of a value that has several wire forms (numbers as strings, shorter records).
 * @param nodes the schemas of the value
 * @param fallback the name of a record that is not a component
 */
export function shapeOf(document: Document, nodes: unknown[], fallback: string, within: string[] = []): ParsedShape {
  const forms = nodes.flatMap((node) => alternatives(document, node)).filter(({ schema }) => !isNothing(schema));
  const [first] = forms;
  if (first?.schema.properties) return recordOf(document, forms, first.component ?? fallback, within);
  if (first?.schema.type === 'array') {
    const items = forms.flatMap(({ schema }) => (schema.items === undefined ? [] : [schema.items]));
    return { kind: 'list', items: shapeOf(document, items, fallback, within) };
  }
  return { kind: kindOf(forms.map(({ schema }) => schema)) };
}

function recordOf(document: Document, forms: ResolvedSchema[], name: string, within: string[]): ParsedShape {
  const description = forms[0]?.schema.description;
  if (within.includes(name)) return { kind: 'record', name, forms: 0, description, members: [] };
  const names = [...new Set(forms.flatMap(({ schema }) => properties(schema).map(([member]) => member)))];
  const unit = names.find((member) => quantityRole(document, forms, member) === 'unit');
  const members = names.map((member): Member => {
    const found = forms.flatMap(({ schema }) => properties(schema).filter(([one]) => one === member));
    const nodes = found.map(([, node]) => node);
    const shape: ParsedShape =
      unit && quantityRole(document, forms, member) === 'value'
        ? { kind: 'quantity', unit }
        : shapeOf(document, nodes, `${name}${member}`, [...within, name]);
    const always = found.length === forms.length && found.every(([, , required]) => required);
    const schemas = nodes.flatMap((node) => alternatives(document, node).map(({ schema }) => schema));
    const { schema } = resolveSchema(document, nodes[0]);
    return {
      name: member,
      shape,
      description: schema.description,
      label: schema['x-label'],
      assumes: meaningBases(schema['x-assumes']),
      required: always && !schemas.some(admitsEmpty) && isEssential(shape, schemas),
    };
  });
  return { kind: 'record', name, forms: forms.length, description, members };
}

/** Returns the assumptions that `x-assumes` lists for the meaning of a field. */
function meaningBases(mark: Json | undefined): string[] {
  const ids = isRecord(mark) ? mark.meaning : undefined;
  return ids === undefined ? [] : [ids].flat().map(String);
}

function quantityRole(document: Document, forms: ResolvedSchema[], member: string): Json | undefined {
  const nodes = forms.flatMap(({ schema }) => properties(schema).filter(([name]) => name === member));
  return nodes.map(([, node]) => resolveSchema(document, node).schema['x-quantity']).find(Boolean);
}

function kindOf(schemas: Schema[]): ScalarKind {
  const numbers = schemas.filter(({ type }) => type === 'integer' || type === 'number');
  if (numbers.length) {
    return numbers.every(({ type, minimum }) => type === 'integer' && Number(minimum) >= 1) ? 'positive' : 'number';
  }
  const texts = schemas.filter(({ type, const: value }) => type === 'string' || typeof value === 'string');
  if (texts.length < schemas.length || !texts.length) return 'asIs';
  const patterns = texts.flatMap(({ pattern }) => (typeof pattern === 'string' ? [new RegExp(pattern)] : []));
  if (patterns.length < texts.length || patterns.some((pattern) => pattern.test('word'))) return 'text';
  const kind = PROBES.find(([, probes]) => patterns.every((pattern) => probes.some((probe) => pattern.test(probe))));
  return kind?.[0] ?? 'text';
}

const admitsEmpty = (schema: Schema): boolean =>
  schema.const === '' ||
  (schema.type === 'string' &&
    !('const' in schema) &&
    !(Number(schema.minLength) > 0) &&
    (typeof schema.pattern !== 'string' || new RegExp(schema.pattern).test('')));

/**
 * Reports whether a value is essential: lists, records, and identifiers for later requests (positive integers and strings with a
 * pattern). Other strings and numbers may be empty without an error for the whole response.
 */
const isEssential = ({ kind }: ParsedShape, schemas: Schema[]): boolean =>
  kind === 'text' ? schemas.every(({ pattern }) => pattern) : ['positive', 'list', 'record'].includes(kind);

/** The payload of a success body, and its location in the envelope. */
export interface Payload {
  /** The field of the envelope that contains the payload; undefined if the body is the payload. */
  member: string | undefined;
  /** The other string fields of the envelope. */
  meta: { name: string; description: unknown }[];
  shape: ParsedShape;
}

/**
 * Finds the payload in the envelopes of a body: the only field that contains a list or an object.
 * @param fallback the name of a record that is not a component
 */
export function payloadOf(document: Document, body: unknown, fallback: string): Payload {
  const forms = alternatives(document, body);
  const objects = forms.filter(({ schema }) => isRecord(schema.properties));
  const members = objects.flatMap(({ schema }) => properties(schema));
  const holders = new Set(members.filter(([, node]) => isCompound(document, node)).map(([name]) => name));
  const [member] = holders;
  if (!member || holders.size > 1) return { member: undefined, meta: [], shape: shapeOf(document, [body], fallback) };
  const inside = members.filter(([name]) => name === member).map(([, node]) => node);
  const bare = forms.filter(({ schema }) => !isRecord(schema.properties)).map(({ schema }) => schema);
  const texts = members.flatMap(([name, node]) => {
    const { schema } = resolveSchema(document, node);
    return schema.type === 'string' && !('const' in schema) ? [[name, schema.description] as const] : [];
  });
  const meta = [...new Map(texts)].map(([name, description]) => ({ name, description }));
  return { member, meta, shape: shapeOf(document, [...inside, ...bare], fallback) };
}

const isCompound = (document: Document, node: Json): boolean =>
  alternatives(document, node).some(({ schema }) => isRecord(schema.properties) || schema.type === 'array');

/** Returns the schemas of `anyOf` or `oneOf`, including nested schemas, or otherwise the schema itself. */
function alternatives(document: Document, node: unknown): ResolvedSchema[] {
  const { schema, component } = resolveSchema(document, node);
  const list = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (!list) return [{ schema, component }];
  const found = list.flatMap((one) => alternatives(document, one));
  return found.map((one) => ({ ...one, component: one.component ?? component }));
}

/** Reports whether a schema is `false`, which no value satisfies. */
const isNothing = (schema: Schema): boolean => schema.not === true;

/** Returns the fields of an object schema: the name, the schema, and whether the field is required. */
function properties(schema: Schema): [name: string, node: Json, required: boolean][] {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Schema).map(([name, node]) => [
    name,
    node,
    required.includes(name),
  ]);
}

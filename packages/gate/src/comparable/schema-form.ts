import { isDeepStrictEqual } from 'node:util';
import { at, child, type Document, isRecord, isReference, items, member } from '@vehicle-lookup/openapi';
import { isIdle, opens, plainKeyword } from './evaluated.ts';
import { partAt } from './parts.ts';
import type { Places } from './places.ts';
import { isAnnotation, joined, type SchemaNode } from './schema-join.ts';

/** How many references may be put instead of each other on one way down: more would copy a document many times. */
const DEEPEST = 3;

/**
 * The form in which schemas are compared. What allows the same values is the same: an `allOf` is flat, a `const` is an `enum` of one
 * value, a list of one type the type, a `oneOf` of which no value fits two schemas an `anyOf`, and no keyword states its default.
 */
export class SchemaForm {
  readonly #document: Document;
  readonly #other: Document;
  readonly #places: Places;

  /**
   * @param other the document that this one is compared with
   * @param places notes where each node is written
   */
  constructor(document: Document, other: Document, places: Places) {
    this.#document = document;
    this.#other = other;
    this.#places = places;
  }

  /** @param inside the places whose schemas are being put instead of a reference */
  of(node: unknown, place: string, inside: readonly string[] = []): unknown {
    if (typeof node === 'boolean') return this.#places.at(node ? {} : { not: this.#places.at({}, place) }, place);
    if (!isRecord(node)) return node;
    const entries = Object.entries(node)
      .filter(([key]) => !key.startsWith('x-') && key !== 'example' && key !== 'examples')
      .map(([key, value]): [string, unknown] => [key, this.#keyword(key, value, place, inside)]);
    const copied = this.#withoutDefaults(Object.fromEntries(entries), place);
    const isFlat = isReference(copied) || (inside.length === 0 && this.#isInBoth(node, place));
    const flat = isFlat ? copied : this.#flat(copied, place, inside);
    return this.#places.at(this.#tidy(flat, place), place);
  }

  #keyword(key: string, value: unknown, schemaPlace: string, inside: readonly string[]): unknown {
    const part = partAt('schema', key);
    if (part !== 'schema' && part !== 'schemas') return value;
    const place = child(schemaPlace, key);
    if (part === 'schema') return this.of(value, place, inside);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      return this.#places.at(
        value.map((one, index) => this.of(one, child(place, index), inside)),
        place,
      );
    }
    const members = Object.entries(value).map(([name, one]) => [name, this.of(one, child(place, name), inside)]);
    return this.#places.at(Object.fromEntries(members), place);
  }

  /** Whether the other document has an `allOf` of the same references at this place: then its schemas are compared one by one. */
  #isInBoth({ allOf }: SchemaNode, place: string): boolean {
    if (!Array.isArray(allOf)) return false;
    const other = member(at(this.#other, place), 'allOf');
    return Array.isArray(other) && isDeepStrictEqual(shapeOf(allOf), shapeOf(other));
  }

  /** Without `allOf`, and without an `anyOf` or `oneOf` of one, where that can be said in one object. */
  #flat(schema: SchemaNode, place: string, inside: readonly string[]): SchemaNode {
    const { allOf, ...own } = schema;
    const members: unknown[] = [...items(allOf)];
    for (const key of ['anyOf', 'oneOf']) {
      const [form, ...more] = items(own[key]);
      if (form === undefined || more.length > 0 || this.#isLeftOver(form, place, key)) continue;
      members.push(form);
      delete own[key];
    }
    if (members.length === 0) return schema;
    const said = [own, ...members].filter((one) => isRecord(one) && !Object.keys(one).every(isAnnotation));
    const [only] = said;
    // A reference that stands alone stays one: its target is compared for itself.
    if (said.length === 1 && isReference(only)) {
      return Object.assign({}, ...members.filter((one) => one !== only), only, own);
    }
    const parts = members.map((one) => this.#expanded(one, inside));
    if (parts.some((one) => one === undefined)) return schema;
    return this.#joined([this.#places.at(own, place), ...(parts as SchemaNode[])], place) ?? schema;
  }

  /** Whether the only schema of a choice is what is left of several in the other document: then the schemas are compared. */
  #isLeftOver(form: unknown, place: string, key: string): boolean {
    const isChoice = isRecord(form) && ('anyOf' in form || 'oneOf' in form);
    return !isChoice && items(member(at(this.#other, place), key)).length > 1;
  }

  #joined(parts: readonly SchemaNode[], place: string): SchemaNode | undefined {
    const whole = joined(parts, (node, key) => this.#places.at(node, child(place, key)));
    if (whole === undefined) return undefined;
    const origins = Object.keys(whole).flatMap((key): [string, string][] => {
      const part = parts.find((one) => key in one);
      const from = part && this.#places.of(part);
      return from === undefined ? [] : [[key, child(from, key)]];
    });
    this.#places.keywordsAt(whole, Object.fromEntries(origins));
    return whole;
  }

  /** A schema with what it refers to instead of the reference; undefined where that would have no end. */
  #expanded(schema: unknown, inside: readonly string[]): SchemaNode | undefined {
    if (!isRecord(schema)) return undefined;
    if (!isReference(schema)) return schema;
    const { $ref, ...beside } = schema as SchemaNode & { $ref: string };
    const place = $ref.slice(1);
    if (inside.includes(place) || inside.length >= DEEPEST) return undefined;
    const target = this.#expanded(this.of(at(this.#document, place), place, [...inside, place]), [...inside, place]);
    if (target === undefined || Object.keys(beside).length === 0) return target;
    return this.#joined([this.#places.at(beside, this.#places.of(schema) ?? place), target], place);
  }

  #tidy(schema: SchemaNode, place: string): SchemaNode {
    const tidy = this.#withoutDefaults(schema, place);
    for (const key of SETS) if (Array.isArray(tidy[key])) tidy[key] = sorted(tidy[key]);
    if ('const' in tidy && (!Array.isArray(tidy.enum) || tidy.enum.some((one) => isDeepStrictEqual(one, tidy.const)))) {
      tidy.enum = [tidy.const];
      delete tidy.const;
    }
    if (Array.isArray(tidy.oneOf) && !('anyOf' in tidy) && this.#isDisjoint(tidy.oneOf)) {
      tidy.anyOf = this.#places.at([...tidy.oneOf], child(place, 'oneOf'));
      delete tidy.oneOf;
    }
    // The other document may say the same with the plain keyword.
    for (const [key, value] of Object.entries(tidy)) {
      const plain = plainKeyword(key, tidy);
      if (plain === undefined || member(at(this.#other, place), plain) === undefined) continue;
      tidy[plain] = value;
      delete tidy[key];
    }
    const types = bareTypes(tidy.anyOf);
    if (types !== undefined && !('type' in tidy)) {
      tidy.type = sorted(types);
      delete tidy.anyOf;
    }
    if (Array.isArray(tidy.type)) {
      const listed: unknown[] = tidy.type;
      const left = listed.includes('number') ? listed.filter((one) => one !== 'integer') : listed;
      tidy.type = left.length === 1 ? left[0] : left;
    }
    this.#places.keepKeywords(schema, tidy);
    return tidy;
  }

  /** A schema without keywords that say nothing. */
  #withoutDefaults(schema: SchemaNode, place: string): SchemaNode {
    const isDefault = (key: string, value: unknown) =>
      key in DEFAULTS && isDeepStrictEqual(this.#said(key, value), DEFAULTS[key]);
    const kept = Object.entries(schema).filter(
      ([key, value]) => !isIdle(key, schema) && !(isDefault(key, value) && !opens(this.#document, place, key, value)),
    );
    return Object.fromEntries(kept);
  }

  /** Whether no value can be of two members: their types differ. */
  #isDisjoint(forms: readonly unknown[]): boolean {
    const types = forms.map((one) => this.#typesOf(one));
    const all = types.flatMap((one) => one ?? []).map((one) => (one === 'integer' ? 'number' : one));
    return !types.includes(undefined) && new Set(all).size === all.length;
  }

  #typesOf(schema: unknown): string[] | undefined {
    const type = member(this.#target(schema), 'type');
    if (typeof type === 'string') return [type];
    return Array.isArray(type) ? type.map(String) : undefined;
  }

  /** The value of a keyword; a schema without its texts. Fields may be called like an annotation. */
  #said(key: string, value: unknown): unknown {
    if (partAt('schema', key) !== 'schema') return value;
    const target = this.#target(value);
    if (!isRecord(target)) return target;
    return Object.fromEntries(Object.entries(target).filter(([key]) => !isAnnotation(key)));
  }

  /** What references lead to, unless a keyword beside one says more. */
  #target(node: unknown): unknown {
    let target = node;
    for (let steps = 0; isReference(target) && saysNothingElse(target) && steps < 10; steps++) {
      target = at(this.#document, target.$ref.slice(1));
    }
    return target;
  }
}

/** Keywords whose values have no order. */
const SETS = ['enum', 'required', 'type'];

/** Keywords that say nothing with this value. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  nullable: false,
  uniqueItems: false,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  minLength: 0,
  minItems: 0,
  minProperties: 0,
  required: [],
  properties: {},
  items: {},
  additionalProperties: {},
  unevaluatedProperties: {},
  unevaluatedItems: {},
  propertyNames: {},
};

const saysNothingElse = (node: object): boolean =>
  Object.keys(node).every((key) => key === '$ref' || isAnnotation(key));

/** The types of an `anyOf` whose schemas say nothing else. */
function bareTypes(forms: unknown): unknown[] | undefined {
  if (!Array.isArray(forms) || !forms.every((one) => isRecord(one) && Object.keys(one).join() === 'type')) {
    return undefined;
  }
  return forms.flatMap(({ type }) => type);
}

/** The references of a list, and how many others it has. */
const shapeOf = (list: readonly unknown[]): string[] => list.map((one) => (isReference(one) ? one.$ref : ''));

const sorted = (values: readonly unknown[]): unknown[] =>
  [...new Set(values.map((one) => JSON.stringify(one)))].sort().map((text) => JSON.parse(text));

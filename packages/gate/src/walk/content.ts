import {
  at,
  bodyForms,
  child,
  type Document,
  follow,
  isReference,
  items,
  keysOf,
  member,
  members,
  referenceTo,
} from '@vehicle-lookup/openapi';
import type { Direction } from '../comparison/reach.ts';
import type { Comparison, Side } from '../comparison/rule.ts';
import type { SchemaReader } from '../containment/dialect.ts';
import type { Collector } from './collector.ts';
import { childOfBoth, type NodeKind, type PlacePair, type Places, placesOf, whenRequired } from './difference.ts';
import { flatten } from './flat.ts';
import { inBoth, located } from './readers.ts';
import type { SchemaWalk } from './schemas.ts';

/** A body that is one of several envelopes, taken apart. */
interface SplitBody {
  /** Where the body lists its envelopes. */
  place: string;
  /** The places of the envelopes by name. */
  envelopes: Map<string, string>;
}

/** Compares what carries values: media types, headers and the schemas of parameters. */
export class ContentWalk {
  readonly #comparison: Comparison;
  readonly #collector: Collector;
  readonly #schemas: SchemaWalk;

  constructor(comparison: Comparison, collector: Collector, schemas: SchemaWalk) {
    this.#comparison = comparison;
    this.#collector = collector;
    this.#schemas = schemas;
  }

  /** Compares the schema or the content of a parameter or header. */
  carrier(node: NodeKind, pair: PlacePair, direction: Direction): void {
    const schemas = childOfBoth(pair, 'schema');
    const [old, fresh] = inBoth(this.#comparison, schemas, at);
    if (old !== undefined && fresh !== undefined) this.#schemas.flow(schemas, direction, { isText: true });
    else if (old !== fresh) {
      this.#collector.add({ node, property: old === undefined ? 'schema' : 'content', places: placesOf(pair) });
    }
    this.content(pair, direction);
  }

  /** Compares media types. */
  content(pair: PlacePair, direction: Direction, isBodyApart = false): void {
    const [before, after] = inBoth(this.#comparison, childOfBoth(pair, 'content'), mediaTypes);
    const holder = placesOf(pair);
    const rest = new Set(after.keys());
    for (const [type, place] of before) {
      const found = counterparts(type, [...after.keys()], direction);
      for (const other of found) {
        rest.delete(other);
        // The entry of a type counts before that of a range.
        if (other !== type && direction === 'response' && before.has(other)) continue;
        this.#mediaType([place, after.get(other) ?? ''], direction, isBodyApart);
      }
      if (found.length > 0) continue;
      this.#collector.add({ node: 'media type', name: `media type ${type}`, holder, places: { base: place } });
    }
    for (const type of rest) {
      // Until now a range described the type.
      const [range] = counterparts(type, [...before.keys()], 'request');
      if (range !== undefined)
        this.#mediaType([before.get(range) ?? '', after.get(type) ?? ''], direction, isBodyApart);
      const places = { revision: after.get(type) };
      this.#collector.add({ node: 'media type', name: `media type ${type}`, holder, places });
    }
  }

  #mediaType(pair: PlacePair, direction: Direction, isBodyApart: boolean): void {
    for (const key of ['schema', 'itemSchema']) {
      const schemas = childOfBoth(pair, key);
      const has = inBoth(this.#comparison, schemas, at).map((one) => one !== undefined);
      if (!has.includes(true) || (isBodyApart && key === 'schema')) continue;
      if (has.includes(false)) this.#schemas.flow(schemas, direction);
      else this.body(schemas, direction);
    }
    // Encodings mean something only in these media types (OpenAPI 3.1, 4.8.14.1).
    if (/multipart|urlencoded|\*/.test(keysOf(pair[0]).at(-1) ?? '')) this.#encodings(pair, direction);
  }

  /** Compares how the parts of a body are written, with the defaults (OpenAPI 3.1, 4.8.15.1). */
  #encodings([base, revision]: PlacePair, direction: Direction): void {
    const [old, fresh] = [
      this.#encodingsOf(this.#comparison.base, base),
      this.#encodingsOf(this.#comparison.revision, revision),
    ];
    for (const name of new Set([...old.stated, ...fresh.stated])) {
      const pair = [child(old.pointer, name), child(fresh.pointer, name)] as const;
      const [before, after] = [old.effective(name), fresh.effective(name)];
      this.#collector.keywords({ node: 'encoding', places: placesOf(pair) }, before, after, Object.keys(before));
      this.headers(pair, direction);
    }
  }

  #encodingsOf({ document, readers }: Side, mediaType: string) {
    const pointer = child(mediaType, 'encoding');
    const schema = child(mediaType, 'schema');
    const effective = (name: string): Record<string, unknown> => {
      const {
        contentType,
        style = 'form',
        explode = style === 'form',
        allowReserved = false,
      } = Object(at(document, child(pointer, name)));
      const [part] = flatten(document, schema, readers.plain).fields.get(name) ?? [];
      const usual = part && usualContentType(document, part.pointer, readers.plain);
      return { contentType: contentType ?? usual, style, explode, allowReserved };
    };
    return { pointer, stated: members(at(document, pointer)).map(([name]) => name), effective };
  }

  /** Compares headers; their names have no case, and `Content-Type` is described by the media types. */
  headers(pair: PlacePair, direction: Direction): void {
    const named = (document: Document, place: string) =>
      new Map(
        members(at(document, child(place, 'headers')))
          .filter(([name]) => name.toLowerCase() !== 'content-type')
          .map(([name]) => [name.toLowerCase(), child(child(place, 'headers'), name)]),
      );
    const [old, fresh] = inBoth(this.#comparison, pair, named);
    for (const name of new Set([...old.keys(), ...fresh.keys()])) {
      const [base, revision] = [old.get(name), fresh.get(name)];
      if (base !== undefined && revision !== undefined) this.#header([base, revision], direction);
      else {
        const isRequired =
          member(located(this.#comparison.revision.document, revision ?? '')?.node, 'required') === true;
        const found = { node: 'header', holder: placesOf(pair), places: { base, revision } } as const;
        const values = revision === undefined ? undefined : whenRequired(isRequired, direction);
        this.#collector.add({ ...found, name: `header ${keysOf(revision ?? base ?? '').at(-1)}` }, values);
      }
    }
  }

  #header(pair: PlacePair, direction: Direction): void {
    const [old, fresh] = inBoth(this.#comparison, pair, located);
    if (!old || !fresh) return;
    const places = [old.pointer, fresh.pointer] as const;
    const keywords = ['description', 'required', 'deprecated', 'style', 'explode', 'x-secret'];
    this.#collector.keywords({ node: 'header', places: placesOf(places) }, old.node, fresh.node, keywords, direction);
    this.carrier('header', places, direction);
  }

  /** Compares two bodies; envelopes are compared by their names. */
  body(pair: PlacePair, direction: Direction): void {
    const [old, fresh] = inBoth(this.#comparison, pair, splitBody);
    // Without selectors, the title of a body's only form is a text.
    const isOneForm = !this.#comparison.base.hasSelectors && old?.envelopes.size === 1 && fresh?.envelopes.size === 1;
    if (old === undefined || fresh === undefined || isOneForm || direction === 'request') {
      this.#schemas.flow(pair, direction);
      return;
    }
    const open = [...old.envelopes].filter(([name]) => !fresh.envelopes.has(name));
    const rest = new Map([...fresh.envelopes].filter(([name]) => !old.envelopes.has(name)));
    for (const [name, place] of old.envelopes) {
      const other = fresh.envelopes.get(name);
      if (other !== undefined) this.#schemas.flow([place, other], direction);
    }
    const report = (places: Places, before?: string, after?: string) =>
      this.#collector.add({ node: 'envelope', name: `envelope ${after ?? before}`, places, before, after });
    for (const [name, place] of open) {
      const [other] = [...rest].find(([, one]) => this.#schemas.isSame([place, one])) ?? [];
      if (other === undefined) {
        report({ base: place }, name);
        continue;
      }
      const revision = rest.get(other) ?? '';
      rest.delete(other);
      report({ base: place, revision }, name, other);
      this.#schemas.flow([place, revision], direction);
    }
    for (const [name, place] of rest) report({ revision: place }, undefined, name);
    // The keywords other than the list of envelopes.
    const isList = (document: Document, place: string) => Array.isArray(member(at(document, place), 'anyOf'));
    const places = [old.place, fresh.place] as const;
    if (!inBoth(this.#comparison, places, isList).includes(false)) {
      this.#schemas.flow(places, direction, { isChoiceApart: true });
    }
  }
}

/**
 * The media types of the revision that a media type of the base is compared with: the same one, otherwise by ranges. A program that receives
 * bodies of a range also receives those of each type in it.
 */
function counterparts(type: string, others: readonly string[], direction: Direction): string[] {
  const includes = (range: string, one: string) =>
    range === '*/*' || (range.endsWith('/*') && one.startsWith(range.slice(0, -1)));
  if (others.includes(type)) return [type];
  if (direction === 'response') return others.filter((other) => includes(type, other));
  const ranges = others.filter((other) => includes(other, type));
  return ranges.sort((a, b) => b.length - a.length).slice(0, 1);
}

/** The media type of a part of a body that states none. */
function usualContentType(document: Document, pointer: string, reader: SchemaReader): string {
  const { keywords, fields } = flatten(document, pointer, reader);
  const types = items(keywords.get('type')?.value);
  const elements = keywords.get('items')?.pointer;
  if (types.includes('array') && elements !== undefined) return usualContentType(document, elements, reader);
  if (types.includes('object') || fields.size > 0) return 'application/json';
  const isBinary = keywords.has('contentEncoding') || keywords.get('format')?.value === 'binary' || types.length === 0;
  return isBinary ? 'application/octet-stream' : 'text/plain';
}

/** Media types by name, without case and spaces. */
const mediaTypes = (document: Document, place: string): Map<string, string> =>
  new Map(members(at(document, place)).map(([type]) => [type.toLowerCase().replaceAll(' ', ''), child(place, type)]));

/** Takes a body apart whose forms all have different names; undefined for another. */
function splitBody(document: Document, pointer: string): SplitBody | undefined {
  const schema = at(document, pointer);
  const forms = bodyForms(document, schema, keysOf(pointer));
  const titles = forms.flatMap(({ title }) => title ?? []);
  // A body of one form that stands inline has no name outside of the media type.
  if (titles.length < forms.length || new Set(titles).size < titles.length) return undefined;
  if (forms.length === 1 && !isReference(schema)) return undefined;
  const { at: own } = follow<unknown>(document, schema, keysOf(pointer));
  return {
    place: referenceTo(own).slice(1),
    envelopes: new Map(forms.map(({ title = '', at: place }) => [title, referenceTo(place).slice(1)])),
  };
}

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

/** A body, split into its envelopes. */
interface SplitBody {
  /** Pointer to the schema that lists the envelopes. */
  place: string;
  /** Pointers to the envelopes by name. */
  envelopes: Map<string, string>;
}

/** Compares the parts that contain values: media types, headers and parameter schemas. */
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
        // The entry for a type takes precedence over the entry for a range.
        if (other !== type && direction === 'response' && before.has(other)) continue;
        this.#mediaType([place, after.get(other) ?? ''], direction, isBodyApart);
      }
      if (found.length > 0) continue;
      this.#collector.add({ node: 'media type', name: `media type ${type}`, holder, places: { base: place } });
    }
    for (const type of rest) {
      // A range previously described the type.
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
    // Encodings only apply to these media types (OpenAPI 3.1, 4.8.14.1).
    if (/multipart|urlencoded|\*/.test(keysOf(pair[0]).at(-1) ?? '')) this.#encodings(pair, direction);
  }

  /** Compares the encodings of the parts of a body, including the defaults (OpenAPI 3.1, 4.8.15.1). */
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

  /** Compares headers, whose names are case-insensitive. `Content-Type` is ignored, because the media types describe it. */
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

  /** Compares two bodies. Envelopes are paired by their names. */
  body(pair: PlacePair, direction: Direction): void {
    const [old, fresh] = inBoth(this.#comparison, pair, splitBody);
    // Without selectors, the title of a body's only variant is a description.
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
    // Compares the keywords other than the list of envelopes.
    const isList = (document: Document, place: string) => Array.isArray(member(at(document, place), 'anyOf'));
    const places = [old.place, fresh.place] as const;
    if (!inBoth(this.#comparison, places, isList).includes(false)) {
      this.#schemas.flow(places, direction, { isChoiceApart: true });
    }
  }
}

/**
 * Returns the media types in the revision that correspond to a media type in the base: the same type; otherwise, the narrowest range that
 * includes the type (request), or every type in the range (response).
 */
function counterparts(type: string, others: readonly string[], direction: Direction): string[] {
  const includes = (range: string, one: string) =>
    range === '*/*' || (range.endsWith('/*') && one.startsWith(range.slice(0, -1)));
  if (others.includes(type)) return [type];
  if (direction === 'response') return others.filter((other) => includes(type, other));
  const ranges = others.filter((other) => includes(other, type));
  return ranges.sort((a, b) => b.length - a.length).slice(0, 1);
}

/** Returns the default media type of a body part. */
function usualContentType(document: Document, pointer: string, reader: SchemaReader): string {
  const { keywords, fields } = flatten(document, pointer, reader);
  const types = items(keywords.get('type')?.value);
  const elements = keywords.get('items')?.pointer;
  if (types.includes('array') && elements !== undefined) return usualContentType(document, elements, reader);
  if (types.includes('object') || fields.size > 0) return 'application/json';
  const isBinary = keywords.has('contentEncoding') || keywords.get('format')?.value === 'binary' || types.length === 0;
  return isBinary ? 'application/octet-stream' : 'text/plain';
}

/** Returns the pointers to media types by name, in lower case and without spaces. */
const mediaTypes = (document: Document, place: string): Map<string, string> =>
  new Map(members(at(document, place)).map(([type]) => [type.toLowerCase().replaceAll(' ', ''), child(place, type)]));

/** Splits a body into its envelopes; undefined if two envelopes share a name or an envelope has no name. */
function splitBody(document: Document, pointer: string): SplitBody | undefined {
  const schema = at(document, pointer);
  const forms = bodyForms(document, schema, keysOf(pointer));
  const titles = forms.flatMap(({ title }) => title ?? []);
  // The only variant of an inline body has no name outside the media type.
  if (titles.length < forms.length || new Set(titles).size < titles.length) return undefined;
  if (forms.length === 1 && !isReference(schema)) return undefined;
  const { at: own } = follow<unknown>(document, schema, keysOf(pointer));
  return {
    place: referenceTo(own).slice(1),
    envelopes: new Map(forms.map(({ title = '', at: place }) => [title, referenceTo(place).slice(1)])),
  };
}

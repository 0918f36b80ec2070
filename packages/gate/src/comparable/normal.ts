import { isDeepStrictEqual } from 'node:util';
import { at, child, type Document, isRecord, isReference } from '@vehicle-lookup/openapi';
import { splitEnvelopes } from './envelopes.ts';
import { isNamed, type Part, partAt } from './parts.ts';
import { Places } from './places.ts';
import { SchemaForm } from './schema-form.ts';

type Node = Record<string, unknown>;

/**
 * Copies parts of a document into the form in which they are compared: without examples and extensions, without what states a
 * default, and with one way of writing for what can be written in several. It remembers where each node was written.
 */
export class Normal {
  readonly #places = new Places();
  readonly #schemas: SchemaForm;
  readonly #document: Document;
  /** The document that this one is compared with. */
  readonly other: Document;

  constructor(document: Document, other: Document) {
    this.#document = document;
    this.other = other;
    this.#schemas = new SchemaForm(document, other, this.#places);
  }

  /** The place in the bundle of a copied node, or of a keyword of it; undefined where it has none. */
  placeOf(node: object, keyword?: string): string | undefined {
    return keyword === undefined ? this.#places.of(node) : this.#places.keywordsOf(node)[keyword];
  }

  /** Notes where a node is written. */
  at<T>(node: T, place: string): T {
    return this.#places.at(node, place);
  }

  /** The copy of the node at a place, or of what it refers to. */
  copyTarget(place: string, part: Part): unknown {
    const seen = new Set<string>();
    let target = place;
    for (
      let node = at(this.#document, target);
      isReference(node) && !seen.has(target);
      node = at(this.#document, target)
    ) {
      seen.add(target);
      target = node.$ref.slice(1);
    }
    return this.copy(at(this.#document, target), target, part);
  }

  copy(node: unknown, place: string, part: Part): unknown {
    if (part === 'schema') return this.#schemas.of(node, place);
    if (Array.isArray(node)) {
      const element = partAt(part, '');
      const copied = node.map((one, index) => this.copy(one, child(place, index), element));
      return this.at(copied, place);
    }
    if (!isRecord(node)) return node;
    const kept = Object.entries(node).filter(([key]) => isNamed(part) || !isLeftOut(key));
    if (part === 'media types') return this.at(Object.fromEntries(this.#mediaTypes(kept, place)), place);
    const entries = kept.map(([key, value]): [string, unknown] => [
      key,
      this.copy(value, child(place, key), partAt(part, key)),
    ]);
    const copied: Node = Object.fromEntries(entries);
    return this.at(isReference(node) ? copied : withoutDefaults(copied, part, this.#document), place);
  }

  #mediaTypes(entries: [string, unknown][], place: string): [string, unknown][] {
    return entries.flatMap(([type, media]) => {
      const own = child(place, type);
      const split = isRecord(media) ? splitEnvelopes(this.#document, media.schema, child(own, 'schema')) : undefined;
      if (split === undefined) return [[type, this.copy(media, own, 'media type')]];
      const around = this.at({ schema: this.copy(split.around, split.place, 'schema') }, own);
      const forms = split.forms.map(({ name, schema, place: from }): [string, unknown] => [
        `${type}${name}`,
        this.at({ schema: this.copy(schema, from, 'schema') }, own),
      ]);
      return [[type, around], ...forms];
    });
  }
}

const isLeftOut = (key: string): boolean => key.startsWith('x-') || key === 'example' || key === 'examples';

/** Keywords whose value is the same as their absence, by the kind of node. */
const DEFAULTS: Readonly<Record<Part, Node>> = {
  parameter: { required: false, deprecated: false, allowReserved: false, allowEmptyValue: false },
  header: { required: false, deprecated: false },
  operation: { deprecated: false, parameters: [], callbacks: {} },
  'request body': { required: false },
  response: { headers: {}, content: {}, links: {} },
  document: { security: [] },
};

/** A node without what states a default (OpenAPI 3.1, Parameter Object: `style` by `in`, `explode` by `style`). */
function withoutDefaults(node: Node, part: Part, document: Document): Node {
  const defaults = DEFAULTS[part] ?? {};
  const isStated = (key: string) => key in defaults && isDeepStrictEqual(node[key], defaults[key]);
  const kept = Object.fromEntries(Object.entries(node).filter(([key]) => !isStated(key)));
  if (part === 'operation' && isDeepStrictEqual(kept.security, document.security)) delete kept.security;
  if (part !== 'parameter' && part !== 'header') return kept;
  const usual = part === 'parameter' && ['query', 'cookie'].includes(String(node.in)) ? 'form' : 'simple';
  const style = kept.style ?? usual;
  if (style === usual) delete kept.style;
  if (kept.explode === (style === 'form')) delete kept.explode;
  return kept;
}

import {
  at,
  child,
  type Document,
  dereference,
  isRecord,
  items,
  keysOf,
  member,
  members,
  resolveSchema,
} from '@vehicle-lookup/openapi';
import type { Direction } from '../comparison/reach.ts';
import type { Comparison, Side } from '../comparison/rule.ts';
import type { Collector, FoundDifference } from './collector.ts';
import type { ContentWalk } from './content.ts';
import { childOfBoth, type NodeKind, type PlacePair, placesOf, type ValueChanges, whenRequired } from './difference.ts';
import { inBoth, located, partsAt } from './readers.ts';

interface Parameter {
  name: string;
  in: string;
  pointer: string;
  /** Pointer to the entry in the parameter list of the operation or its path item. */
  listed: string;
  node: Record<string, unknown>;
}

/** Options for comparing an operation. */
export interface OperationContext {
  /** Whether the service sends the requests, as in callbacks and webhooks. */
  isReversed: boolean;
  /** Whether this is the query operation of a document with selectors. Its bodies are compared as part of the other operations. */
  isOnWire: boolean;
}

type Report = (found: FoundDifference, values?: ValueChanges) => void;

const HEADERS_OF_HTTP = ['accept', 'content-type', 'authorization'];

/** Compares the parts of two operations. */
export class OperationWalk {
  readonly #comparison: Comparison;
  readonly #collector: Collector;
  readonly #content: ContentWalk;

  constructor(comparison: Comparison, collector: Collector, content: ContentWalk) {
    this.#comparison = comparison;
    this.#collector = collector;
    this.#content = content;
  }

  compare(pair: PlacePair, context: OperationContext): void {
    const [before, after] = inBoth(this.#comparison, pair, at);
    if (!isRecord(before) || !isRecord(after)) return;
    const report: Report = (found, values) => this.#collector.add({ ...found, isOnWire: context.isOnWire }, values);
    const { isOnWire } = context;
    const keywords = ['operationId', 'summary', 'description', 'tags', 'externalDocs', 'deprecated'];
    this.#collector.keywords({ node: 'operation', places: placesOf(pair), isOnWire }, before, after, keywords);
    const sent: Direction = context.isReversed ? 'response' : 'request';
    const received: Direction = context.isReversed ? 'request' : 'response';
    this.#parameters(pair, sent, report);
    this.#body(childOfBoth(pair, 'requestBody'), sent, report);
    this.#responses(childOfBoth(pair, 'responses'), received, context, report);
    this.#callbacks(childOfBoth(pair, 'callbacks'), context, report);
  }

  #parameters(pair: PlacePair, direction: Direction, report: Report): void {
    const [before, after] = inBoth(this.#comparison, pair, parametersOf);
    const [base, revision] = pair;
    const rest = new Map(after);
    const open: Parameter[] = [];
    for (const [key, one] of before) {
      const other = rest.get(key);
      rest.delete(key);
      if (other) this.#parameter(one, other, direction, report);
      else open.push(one);
    }
    for (const one of open) {
      const [key, other] = [...rest].find(([, own]) => this.#isRenamed(one, own, open)) ?? [];
      const facts = { selector: this.#selectors(one, other) };
      if (key === undefined || other === undefined) {
        const name = `parameter ${one.name}`;
        report({ node: 'parameter', name, holder: { revision }, places: { base: one.pointer }, facts });
        continue;
      }
      rest.delete(key);
      // For a path parameter, the changed path is reported instead.
      if (one.in !== 'path') {
        const own = [one.pointer, other.pointer] as const;
        const found = { node: 'parameter', holder: placesOf(own), places: placesOf(childOfBoth(own, 'name')) } as const;
        report({ ...found, property: 'name', before: one.name, after: other.name, facts });
      }
      this.#parameter(one, other, direction, report);
    }
    for (const one of rest.values()) {
      const facts = { selector: this.#selectors(undefined, one) };
      const found = { node: 'parameter', name: `parameter ${one.name}`, places: { revision: one.pointer } } as const;
      // A path parameter was part of the path before it was described.
      const values = whenRequired(one.node.required === true && one.in !== 'path', direction);
      report({ ...found, holder: { base }, facts }, values);
    }
  }

  /** Returns whether a parameter was renamed: it has the same component, position in the path, or position in the list. */
  #isRenamed(one: Parameter, other: Parameter, open: readonly Parameter[]): boolean {
    if (one.in !== other.in) return false;
    if (one.pointer === other.pointer && one.pointer.startsWith('/components/')) return true;
    const isSelector =
      this.#selectorOf(this.#comparison.base, one) && this.#selectorOf(this.#comparison.revision, other);
    if (one.in === 'path' || isSelector) return true;
    const index = (listed: string) => keysOf(listed).slice(-2).join('/');
    return (
      open.length === 1 &&
      index(one.listed) === index(other.listed) &&
      JSON.stringify({ ...one.node, name: '' }) === JSON.stringify({ ...other.node, name: '' })
    );
  }

  #parameter(one: Parameter, other: Parameter, direction: Direction, report: Report): void {
    const pair = [one.pointer, other.pointer] as const;
    const found = { node: 'parameter', places: placesOf(pair) } as const;
    const [before, after] = this.#selectors(one, other) ?? [];
    if (before !== after) {
      if (one.name !== other.name) return;
      const property = before === undefined || after === undefined ? 'required' : 'schema';
      report({ ...found, property, before, after, facts: { selector: [before, after] } });
      return;
    }
    const keywords = ['description', 'required', 'deprecated', 'allowReserved', 'allowEmptyValue', 'x-secret'];
    this.#collector.keywords(found, one.node, other.node, keywords, direction);
    this.#serialization(one, other, report);
    this.#content.carrier('parameter', pair, direction);
  }

  /** Compares `style` and `explode`, including their defaults (OpenAPI 3.1, 4.8.12.2). */
  #serialization(one: Parameter, other: Parameter, report: Report): void {
    const [before, after] = [
      effective(this.#comparison.base.document, one),
      effective(this.#comparison.revision.document, other),
    ];
    for (const property of ['style', 'explode'] as const) {
      if (before[property] === after[property]) continue;
      if (property === 'explode' && (before.ignoresExplode || after.ignoresExplode)) continue;
      const places = { base: one.pointer, revision: other.pointer };
      report({ node: 'parameter', property, before: before[property], after: after[property], places });
    }
  }

  /** Returns the old and the new selector, such as `fluids=1`; undefined if neither parameter selects an operation. */
  #selectors(one: Parameter | undefined, other: Parameter | undefined): readonly [string?, string?] | undefined {
    const before = one && this.#selectorOf(this.#comparison.base, one);
    const after = other && this.#selectorOf(this.#comparison.revision, other);
    return before === undefined && after === undefined ? undefined : ([before, after] as [string?, string?]);
  }

  #selectorOf({ document, hasSelectors }: Side, { node, name }: Parameter): string | undefined {
    if (!hasSelectors || node.in !== 'query' || node.required !== true) return undefined;
    const { schema } = resolveSchema(document, node.schema);
    return 'const' in schema ? `${name}=${schema.const}` : undefined;
  }

  #body(pair: PlacePair, direction: Direction, report: Report): void {
    const [old, fresh] = inBoth(this.#comparison, pair, located);
    const found = { node: 'request body', places: { base: old?.pointer, revision: fresh?.pointer } } as const;
    if (old && fresh) {
      this.#collector.keywords(found, old.node, fresh.node, ['description', 'required'], direction);
      this.#content.content([old.pointer, fresh.pointer], direction);
    } else if (old || fresh) {
      const added = fresh && whenRequired(fresh.node.required === true, direction);
      report({ ...found, name: 'request body', holder: placesOf(pair) }, added);
    }
  }

  /** Compares responses. The entry for a status takes precedence over its range and `default` (OpenAPI 3.1, 4.8.16.1). */
  #responses(pair: PlacePair, direction: Direction, { isOnWire }: OperationContext, report: Report): void {
    const parts = (document: Document, place: string) =>
      new Map(
        [...partsAt(document, place)]
          .filter(([status]) => !status.startsWith('x-'))
          .map(([status, own]) => [status.toUpperCase(), own]),
      );
    const [before, after] = inBoth(this.#comparison, pair, parts);
    const holder = placesOf(pair);
    const name = (status: string) => `response ${status.toLowerCase()}`;
    for (const [status, place] of before) {
      const own = after.get(status);
      const other = own ?? speaking(after, status);
      // If individual statuses of a removed range remain, they are compared with the range.
      const isNarrowed = status.endsWith('XX') && [...after.keys()].some((code) => code[0] === status[0]);
      const facts = { status, isDescribed: other !== undefined, isNarrowed };
      if (own === undefined) report({ node: 'response', name: name(status), holder, places: { base: place }, facts });
      if (other !== undefined) this.#response([place, other], direction, isOnWire);
    }
    for (const [status, place] of after) {
      if (before.has(status)) continue;
      const other = speaking(before, status);
      if (other !== undefined) this.#response([other, place], direction, isOnWire);
      report({ node: 'response', name: name(status), holder, places: { revision: place } });
    }
  }

  #response(pair: PlacePair, direction: Direction, isOnWire: boolean): void {
    const [old, fresh] = inBoth(this.#comparison, pair, located);
    if (!old || !fresh) return;
    const own = [old.pointer, fresh.pointer] as const;
    const found = { node: 'response', places: placesOf(own) } as const;
    this.#collector.keywords(found, old.node, fresh.node, ['description', 'summary']);
    this.#content.headers(own, direction);
    const isShared = pair[0] !== old.pointer && pair[1] !== fresh.pointer;
    this.#content.content(own, direction, isOnWire && !isShared);
    this.#named('link', childOfBoth(own, 'links'));
  }

  /** Reports added and removed parts, and returns the names of the parts on both sides. */
  #named(node: NodeKind, pair: PlacePair): string[] {
    const [before, after] = inBoth(this.#comparison, pair, partsAt);
    return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
      const places = { base: before.get(name), revision: after.get(name) };
      if (places.base !== undefined && places.revision !== undefined) return true;
      this.#collector.add({ node, name: `${node} ${name}`, holder: placesOf(pair), places });
      return false;
    });
  }

  #callbacks(pair: PlacePair, { isReversed }: OperationContext, report: Report): void {
    for (const name of this.#named('callback', pair)) {
      const [old, fresh] = inBoth(this.#comparison, childOfBoth(pair, name), located);
      if (!old || !fresh) continue;
      const own = [old.pointer, fresh.pointer] as const;
      for (const expression of this.#named('callback', own)) {
        const items = childOfBoth(own, expression);
        for (const [method] of members(at(this.#comparison.base.document, items[0]))) {
          const operations = childOfBoth(items, method);
          const [node, other] = inBoth(this.#comparison, operations, at);
          if (!isRecord(node)) continue;
          if (isRecord(other)) this.compare(operations, { isReversed: !isReversed, isOnWire: false });
          else {
            const places = { base: operations[0] };
            report({ node: 'callback', name: `callback ${name}`, holder: { revision: items[1] }, places });
          }
        }
      }
    }
  }
}

/** Returns the response for a status without an entry: the response for its range, or `default`. */
const speaking = (responses: ReadonlyMap<string, string>, status: string): string | undefined =>
  status === 'DEFAULT' ? undefined : (responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT'));

/** Returns the parameters of an operation and its path item by location and name (OpenAPI 3.1, 4.8.9). */
function parametersOf(document: Document, operation: string): Map<string, Parameter> {
  const item = operation.slice(0, operation.lastIndexOf('/'));
  const names = [...(keysOf(item).at(-1) ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  const found = new Map<string, Parameter>();
  for (const place of [child(item, 'parameters'), child(operation, 'parameters')]) {
    for (const index of items(at(document, place)).keys()) {
      const own = located(document, child(place, index));
      if (own === undefined || typeof own.node.name !== 'string') continue;
      const { name, in: sent } = own.node as { name: string; in: string };
      const isHeader = sent === 'header';
      if (isHeader && HEADERS_OF_HTTP.includes(name.toLowerCase())) continue;
      // A path parameter is identified by its position in the path instead of its name.
      const position = sent === 'path' ? names.indexOf(name) : -1;
      const key = `${sent} ${position >= 0 ? position : isHeader ? name.toLowerCase() : name}`;
      found.set(key, { name, in: sent, pointer: own.pointer, listed: child(place, index), node: own.node });
    }
  }
  return found;
}

function effective(document: Document, { node }: Parameter) {
  const usual = ['query', 'cookie'].includes(String(node.in)) ? 'form' : 'simple';
  const style = node.style ?? usual;
  const schema = dereference<unknown>(document, node.schema);
  const types = [member(schema, 'type')].flat();
  // `explode` does not affect scalars, or arrays in the style `simple`.
  const alike = ['string', 'number', 'integer', 'boolean', 'null', ...(style === 'simple' ? ['array'] : [])];
  const ignoresExplode = types.every((type) => alike.includes(String(type)));
  return { style, explode: node.explode ?? style === 'form', ignoresExplode };
}

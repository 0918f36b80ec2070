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
import { type NodeKind, type Places, type ValueChanges, whenRequired } from './difference.ts';
import { located, partsAt } from './readers.ts';

type Pair = readonly [base: string, revision: string];

interface Parameter {
  name: string;
  in: string;
  pointer: string;
  /** Where the operation or its path item lists it. */
  listed: string;
  node: Record<string, unknown>;
}

/** How an operation is compared. */
export interface OperationContext {
  /** In callbacks and webhooks the service sends the requests. */
  isReversed: boolean;
  /** The query operation of a document with selectors: its bodies are compared where the operations state them. */
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

  compare([base, revision]: Pair, context: OperationContext): void {
    const [before, after] = [
      at(this.#comparison.base.document, base),
      at(this.#comparison.revision.document, revision),
    ];
    if (!isRecord(before) || !isRecord(after)) return;
    const places = { base, revision };
    const report: Report = (found, values) => this.#collector.add({ ...found, isOnWire: context.isOnWire }, values);
    const { isOnWire } = context;
    const keywords = ['operationId', 'summary', 'description', 'tags', 'externalDocs', 'deprecated'];
    this.#collector.keywords({ node: 'operation', holder: places, places, isOnWire }, before, after, keywords);
    const sent: Direction = context.isReversed ? 'response' : 'request';
    const received: Direction = context.isReversed ? 'request' : 'response';
    this.#parameters([base, revision], sent, report);
    this.#body([child(base, 'requestBody'), child(revision, 'requestBody')], sent, report);
    this.#responses([child(base, 'responses'), child(revision, 'responses')], received, context, report);
    this.#callbacks([child(base, 'callbacks'), child(revision, 'callbacks')], context, report);
  }

  #parameters([base, revision]: Pair, direction: Direction, report: Report): void {
    const { base: old, revision: fresh } = this.#comparison;
    const [before, after] = [parametersOf(old.document, base), parametersOf(fresh.document, revision)];
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
      const holder = { base: one.pointer, revision: other?.pointer ?? revision };
      if (key === undefined || other === undefined) {
        const facts = { name: `parameter ${one.name}`, selector: this.#selectors(one, undefined) };
        report({ node: 'parameter', kind: 'removed', holder, places: { base: one.pointer }, facts });
        continue;
      }
      rest.delete(key);
      const places = { base: child(one.pointer, 'name'), revision: child(other.pointer, 'name') };
      const facts = { selector: this.#selectors(one, other) };
      // The path itself is reported.
      if (one.in !== 'path') {
        report({
          node: 'parameter',
          kind: 'modified',
          holder,
          property: 'name',
          before: one.name,
          after: other.name,
          places,
          facts,
        });
      }
      this.#parameter(one, other, direction, report);
    }
    for (const one of rest.values()) {
      const facts = { name: `parameter ${one.name}`, selector: this.#selectors(undefined, one) };
      const places = { revision: one.pointer };
      // The path had the parameter before it was described.
      const values = whenRequired(one.node.required === true && one.in !== 'path', direction);
      report({ node: 'parameter', kind: 'added', holder: { base, ...places }, places, facts }, values);
    }
  }

  /** A parameter with another name: the same component, the same place in the path, or the same place in the list. */
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
    const places = { base: one.pointer, revision: other.pointer };
    const [before, after] = this.#selectors(one, other) ?? [];
    if (before !== after) {
      if (one.name !== other.name) return;
      const property = before === undefined || after === undefined ? 'required' : 'schema';
      report({
        node: 'parameter',
        kind: 'modified',
        holder: places,
        property,
        before,
        after,
        places,
        facts: { selector: [before, after] },
      });
      return;
    }
    const keywords = ['description', 'required', 'deprecated', 'allowReserved', 'allowEmptyValue', 'x-secret'];
    const found = { node: 'parameter' as const, holder: places, places };
    this.#collector.keywords(found, one.node, other.node, keywords, direction);
    this.#serialization(one, other, report);
    this.#content.carrier('parameter', one.pointer, other.pointer, direction);
  }

  /** Style and explode, with their defaults (OpenAPI 3.1, 4.8.12.2). */
  #serialization(one: Parameter, other: Parameter, report: Report): void {
    const [before, after] = [
      effective(this.#comparison.base.document, one),
      effective(this.#comparison.revision.document, other),
    ];
    for (const property of ['style', 'explode'] as const) {
      if (before[property] === after[property]) continue;
      if (property === 'explode' && (before.ignoresExplode || after.ignoresExplode)) continue;
      const holder = { base: one.pointer, revision: other.pointer };
      report({
        node: 'parameter',
        kind: 'modified',
        holder,
        property,
        before: before[property],
        after: after[property],
        places: holder,
      });
    }
  }

  /** `fluids=1`, before and after; undefined if neither parameter selects an operation. */
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

  #body([base, revision]: Pair, direction: Direction, report: Report): void {
    const [old, fresh] = [
      located(this.#comparison.base.document, base),
      located(this.#comparison.revision.document, revision),
    ];
    if (!old && !fresh) return;
    const holder: Places = { base: old?.pointer ?? base, revision: fresh?.pointer ?? revision };
    const facts = { name: 'request body' };
    const added = whenRequired(fresh?.node.required === true, direction);
    if (!old)
      report({ node: 'request body', kind: 'added', holder, places: { revision: fresh?.pointer }, facts }, added);
    else if (!fresh) report({ node: 'request body', kind: 'removed', holder, places: { base: old.pointer }, facts });
    else {
      const places = { base: old.pointer, revision: fresh.pointer };
      const keywords = ['description', 'required'];
      this.#collector.keywords({ node: 'request body', holder, places }, old.node, fresh.node, keywords, direction);
      this.#content.content(old.pointer, fresh.pointer, direction);
    }
  }

  /** A code is described by its own entry, otherwise by its range, otherwise by `default` (OpenAPI 3.1, 4.8.16.1). */
  #responses(pair: Pair, direction: Direction, { isOnWire }: OperationContext, report: Report): void {
    const parts = (document: Document, place: string) =>
      new Map(
        [...partsAt(document, place)]
          .filter(([status]) => !status.startsWith('x-'))
          .map(([status, own]) => [status.toUpperCase(), own]),
      );
    const { base: old, revision: fresh } = this.#comparison;
    const [before, after] = [parts(old.document, pair[0]), parts(fresh.document, pair[1])];
    const holder = { base: pair[0], revision: pair[1] };
    for (const [status, place] of before) {
      const own = after.get(status);
      const other = own ?? speaking(after, status);
      // A range of which single codes are left: each code is compared with it.
      const isNarrowed = status.endsWith('XX') && [...after.keys()].some((code) => code[0] === status[0]);
      const facts = { name: `response ${status.toLowerCase()}`, status, isDescribed: other !== undefined, isNarrowed };
      if (own === undefined) report({ node: 'response', kind: 'removed', holder, places: { base: place }, facts });
      if (other !== undefined) this.#response([place, other], direction, isOnWire);
    }
    for (const [status, place] of after) {
      if (before.has(status)) continue;
      const other = speaking(before, status);
      if (other !== undefined) this.#response([other, place], direction, isOnWire);
      const facts = { name: `response ${status.toLowerCase()}` };
      report({
        node: 'response',
        kind: 'added',
        holder: { base: pair[0], revision: place },
        places: { revision: place },
        facts,
      });
    }
  }

  #response(pair: Pair, direction: Direction, isOnWire: boolean): void {
    const [old, fresh] = [
      located(this.#comparison.base.document, pair[0]),
      located(this.#comparison.revision.document, pair[1]),
    ];
    if (!old || !fresh) return;
    const places = { base: old.pointer, revision: fresh.pointer };
    this.#collector.keywords({ node: 'response', holder: places, places }, old.node, fresh.node, [
      'description',
      'summary',
    ]);
    this.#content.headers(old.pointer, fresh.pointer, direction);
    const isShared = pair[0] !== old.pointer && pair[1] !== fresh.pointer;
    this.#content.content(old.pointer, fresh.pointer, direction, isOnWire && !isShared);
    this.#named('link', child(old.pointer, 'links'), child(fresh.pointer, 'links'));
  }

  /** What came or went, by name. */
  #named(node: NodeKind, base: string, revision: string): string[] {
    const [before, after] = [
      partsAt(this.#comparison.base.document, base),
      partsAt(this.#comparison.revision.document, revision),
    ];
    return [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
      const [a, b] = [before.get(name), after.get(name)];
      const kind = a === undefined ? 'added' : 'removed';
      if (a !== undefined && b !== undefined) return true;
      this.#collector.add({
        node,
        kind,
        holder: { base: a ?? base, revision: b ?? revision },
        places: { base: a, revision: b },
        facts: { name: `${node} ${name}` },
      });
      return false;
    });
  }

  #callbacks([base, revision]: Pair, { isReversed }: OperationContext, report: Report): void {
    for (const name of this.#named('callback', base, revision)) {
      const pair = [child(base, name), child(revision, name)] as const;
      const [old, fresh] = [
        located(this.#comparison.base.document, pair[0]),
        located(this.#comparison.revision.document, pair[1]),
      ];
      if (!old || !fresh) continue;
      for (const expression of this.#named('callback', old.pointer, fresh.pointer)) {
        const own = [child(old.pointer, expression), child(fresh.pointer, expression)] as const;
        for (const [method, node] of members(at(this.#comparison.base.document, own[0]))) {
          const other = at(this.#comparison.revision.document, child(own[1], method));
          const operation = [child(own[0], method), child(own[1], method)] as const;
          if (!isRecord(node)) continue;
          if (isRecord(other)) this.compare(operation, { isReversed: !isReversed, isOnWire: false });
          else
            report({
              node: 'callback',
              kind: 'removed',
              holder: { base: operation[0], revision: own[1] },
              places: { base: operation[0] },
              facts: { name: `callback ${name}` },
            });
        }
      }
    }
  }
}

/** What describes a code that has no entry of its own. */
const speaking = (responses: ReadonlyMap<string, string>, status: string): string | undefined =>
  status === 'DEFAULT' ? undefined : (responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT'));

/** The parameters of an operation and its path item, by where they are sent and their names (OpenAPI 3.1, 4.8.9). */
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
      // The place in the path counts, not the name.
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
  // A scalar is written in the same way with and without explode, and an array in the style `simple`.
  const alike = ['string', 'number', 'integer', 'boolean', 'null', ...(style === 'simple' ? ['array'] : [])];
  const ignoresExplode = types.every((type) => alike.includes(String(type)));
  return { style, explode: node.explode ?? style === 'form', ignoresExplode };
}

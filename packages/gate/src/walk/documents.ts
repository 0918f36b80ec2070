import { isDeepStrictEqual } from 'node:util';
import {
  at,
  child,
  isRecord,
  items,
  member,
  members,
  readOperations,
  readWireOperation,
  referenceTo,
} from '@vehicle-lookup/openapi';
import { type OperationNode, operationsOf } from '../comparison/reach.ts';
import type { Comparison, Side } from '../comparison/rule.ts';
import { Containment } from '../containment/containment.ts';
import { Collector } from './collector.ts';
import { ContentWalk } from './content.ts';
import { type ContractDifference, type PlacePair, type Places, placesOf } from './difference.ts';
import { OperationWalk } from './operations.ts';
import { inBoth, located } from './readers.ts';
import { SchemaWalk } from './schemas.ts';

/** Finds every difference between two documents that the rules rate. Separate rules compare examples and extensions. */
export function walkDocuments(comparison: Comparison): ContractDifference[] {
  const collector = new Collector(comparison);
  const schemas = new SchemaWalk(comparison, new Containment({ isClosed: true }), collector);
  const content = new ContentWalk(comparison, collector, schemas);
  new DocumentWalk(comparison, collector, new OperationWalk(comparison, collector, content), schemas).compare();
  return collector.differences();
}

class DocumentWalk {
  readonly #comparison: Comparison;
  readonly #base: Side;
  readonly #revision: Side;
  readonly #collector: Collector;
  readonly #operations: OperationWalk;
  readonly #schemas: SchemaWalk;

  constructor(comparison: Comparison, collector: Collector, operations: OperationWalk, schemas: SchemaWalk) {
    this.#comparison = comparison;
    this.#base = comparison.base;
    this.#revision = comparison.revision;
    this.#collector = collector;
    this.#operations = operations;
    this.#schemas = schemas;
  }

  compare(): void {
    const [before, after] = [this.#base.document, this.#revision.document];
    const root = { node: 'document', places: { base: '', revision: '' } } as const;
    this.#collector.keywords(root, before, after, ['openapi', 'tags', 'externalDocs']);
    const info = { node: 'document', places: { base: '/info', revision: '/info' } } as const;
    const keywords = ['title', 'version', 'summary', 'description', 'termsOfService', 'contact', 'license'];
    this.#collector.keywords(info, Object(before.info), Object(after.info), keywords);
    this.#securitySchemes();
    const pairs = this.#pairs();
    for (const [old, fresh] of pairs) {
      this.#operations.compare([old.pointer, fresh.pointer], { isReversed: old.isWebhook, isOnWire: false });
      this.#security(old, fresh);
      this.#servers(old, fresh);
      this.#pathItem(old, fresh);
    }
    if (this.#base.hasSelectors) this.#wire();
  }

  /** Returns the operations that exist in both documents, and reports the operations that exist in only one. */
  #pairs(): (readonly [OperationNode, OperationNode])[] {
    const [before, after] = [this.#base, this.#revision].map(({ document, hasSelectors }) =>
      operationsOf(document, hasSelectors),
    );
    const rest = [...(after ?? [])];
    const pairs: (readonly [OperationNode, OperationNode])[] = [];
    const take = (is: (one: OperationNode) => boolean) => {
      const index = rest.findIndex(is);
      return index < 0 ? undefined : rest.splice(index, 1)[0];
    };
    const open: OperationNode[] = [];
    for (const one of before ?? []) {
      const same = take((other) => other.address === one.address);
      if (same) pairs.push([one, same]);
      else open.push(one);
    }
    for (const one of open) {
      const other = this.#base.hasSelectors ? take((own) => this.#isSameRequest(one, own)) : undefined;
      if (other) {
        pairs.push([one, other]);
        const places = { base: one.item, revision: other.item };
        this.#collector.add({ node: 'path item', before: one.id, after: other.id, places });
      } else this.#removed(one, after ?? []);
    }
    for (const { pointer, id, item } of rest) {
      const places = { revision: this.#base.hasSelectors ? item : pointer };
      this.#collector.add({ node: 'operation', name: `operation ${id}`, holder: { base: item }, places });
    }
    return pairs;
  }

  /** Returns whether the same requests select both operations. */
  #isSameRequest(one: OperationNode, other: OperationNode): boolean {
    const selectors = ({ document }: Side, id: string) =>
      readOperations(document)
        .filter((operation) => operation.id === id)
        .flatMap(({ parameters }) =>
          parameters.flatMap(({ name, selector }) => (selector === undefined ? [] : [`${name}=${selector}`])),
        )
        .sort();
    const own = selectors(this.#base, one.id);
    return own.length > 0 && isDeepStrictEqual(own, selectors(this.#revision, other.id));
  }

  /** Reports an operation that was removed, with or without its path. */
  #removed({ pointer, item, id }: OperationNode, after: readonly OperationNode[]): void {
    const isPath = !after.some((other) => other.item === item);
    const place = isPath ? item : pointer;
    const node = isPath ? 'path item' : 'operation';
    const name =
      isPath && !this.#base.hasSelectors
        ? `${item.startsWith('/webhooks/') ? 'webhook' : 'path'} ${decoded(item)}`
        : `operation ${id}`;
    this.#collector.add({ node, name, holder: { revision: place }, places: { base: place } });
  }

  #pathItem(old: OperationNode, fresh: OperationNode): void {
    const places = { base: old.item, revision: fresh.item };
    const [one, other] = inBoth(this.#comparison, [old.item, fresh.item], at);
    if (!isRecord(one) || !isRecord(other)) return;
    this.#collector.keywords({ node: 'path item', places }, one, other, ['summary', 'description']);
    const [before, after] = [decoded(old.item), decoded(fresh.item)];
    if (this.#base.hasSelectors || before === after) return;
    // The names of path parameters are part of generated code but not of requests (OpenAPI 3.1, 4.8.8).
    this.#collector.add({ node: 'path item', property: 'path', before, after, places });
  }

  /** Compares security requirements. Each alternative in the base must satisfy an alternative in the revision. */
  #security(old: OperationNode, fresh: OperationNode): void {
    const [before, after] = [this.#alternatives(this.#base, old), this.#alternatives(this.#revision, fresh)];
    if (isDeepStrictEqual(before.map(ordered), after.map(ordered))) return;
    const isRoot = old.node.security === undefined && fresh.node.security === undefined;
    const place = ({ pointer }: OperationNode) => (isRoot ? '/security' : child(pointer, 'security'));
    const places = [place(old), place(fresh)] as const;
    const isEnough = (alternative: Readonly<Record<string, readonly string[]>>) =>
      after.some((other) =>
        Object.entries(other).every(
          ([name, scopes]) =>
            scopes.every((one) => alternative[this.#schemeBefore(name)]?.includes(one)) &&
            this.#schemeBefore(name) in alternative,
        ),
      );
    const [stated, now] = inBoth(this.#comparison, places, at);
    const found = { node: 'security', name: 'security', places: placesOf(places) } as const;
    this.#collector.add({ ...found, before: stated, after: now, facts: { isEnough: before.every(isEnough) } });
  }

  #alternatives({ document }: Side, { node }: OperationNode): Readonly<Record<string, readonly string[]>>[] {
    const stated = items(node.security ?? document.security) as Record<string, string[]>[];
    return stated.length === 0 ? [{}] : stated;
  }

  /** Returns the name that a scheme in the revision has in the base: the same name, or the name of an equal scheme that was removed. */
  #schemeBefore(name: string): string {
    const [before, after] = [this.#base, this.#revision].map(
      ({ document }) => new Map(members(document.components?.securitySchemes)),
    );
    if (before?.has(name)) return name;
    const own = after?.get(name);
    const isSame = (one: unknown) => isDeepStrictEqual(credentialsOf(one), credentialsOf(own));
    return [...(before ?? [])].find(([other, one]) => !after?.has(other) && isSame(one))?.[0] ?? name;
  }

  #securitySchemes(): void {
    const keywords = ['type', 'name', 'in', 'scheme', 'openIdConnectUrl', 'flows', 'x-secret'];
    for (const [name] of members(this.#base.document.components?.securitySchemes)) {
      const place = child('/components/securitySchemes', name);
      const [old, fresh] = inBoth(this.#comparison, [place, place], located);
      if (!old || !fresh || this.#base.usesOf(place).length === 0) continue;
      const found = { node: 'security scheme', places: { base: old.pointer, revision: fresh.pointer } } as const;
      this.#collector.keywords(found, old.node, fresh.node, [...keywords, 'description', 'bearerFormat', 'deprecated']);
    }
  }

  #servers(old: OperationNode, fresh: OperationNode): void {
    const [before, after] = [serversOf(this.#base, old), serversOf(this.#revision, fresh)];
    const gone = [...before.urls].filter(([url]) => !after.urls.has(url));
    const more = [...after.urls].filter(([url]) => !before.urls.has(url));
    const [[left, from] = [], [right, to] = []] = [gone[0], more[0]];
    if (gone.length === 1 && more.length === 1 && from !== undefined && to !== undefined) {
      const places = { base: child(from, 'url'), revision: child(to, 'url') };
      const holder = { base: from, revision: to };
      this.#collector.add({ node: 'server', property: 'url', holder, before: left, after: right, places });
      return;
    }
    const holder = { base: before.place, revision: after.place };
    for (const [url, place] of gone) {
      this.#collector.add({ node: 'server', name: `server ${url}`, holder, before: url, places: { base: place } });
    }
    for (const [url, place] of gone.length > 0 ? [] : more) {
      this.#collector.add({ node: 'server', name: `server ${url}`, holder, after: url, places: { revision: place } });
    }
    for (const [url, place] of before.urls) {
      const other = after.urls.get(url);
      const [one, own] = inBoth(this.#comparison, [place, other ?? ''], at);
      const found = { node: 'server', places: { base: place, revision: other } } as const;
      if (other !== undefined && isRecord(one) && isRecord(own))
        this.#collector.keywords(found, one, own, ['description']);
    }
  }

  /** Compares the query operation: its parameters, statuses and names, and the bodies that no other operation contains. */
  #wire(): void {
    const [old, fresh] = [readWireOperation(this.#base.document), readWireOperation(this.#revision.document)];
    const pair: PlacePair = [referenceTo(old.at).slice(1), referenceTo(fresh.at).slice(1)];
    this.#operations.compare(pair, { isReversed: false, isOnWire: true });
    const stated = [this.#base, this.#revision].flatMap(({ document, readers }) =>
      readOperations(document).flatMap(({ responses }) =>
        responses.flatMap(({ status, media }) =>
          media.map(({ schema, type }) => `${status} ${type} ${this.#schemas.numberOf(schema, readers)}`),
        ),
      ),
    );
    for (const { status, media, component } of old.responses) {
      const other = fresh.responses.find((one) => one.status === status);
      if (other === undefined || (component !== undefined && other.component !== undefined)) continue;
      for (const { type, at: from } of media) {
        const to = other.media.find((one) => one.type === type)?.at;
        if (to === undefined) continue;
        const holder = {
          base: child(referenceTo(from).slice(1), 'schema'),
          revision: child(referenceTo(to).slice(1), 'schema'),
        };
        const isStated = (side: Side, form: string) =>
          stated.includes(`${status} ${type} ${this.#schemas.numberOf(at(side.document, form), side.readers)}`);
        const own = (side: Side, schema: string) => formsOf(side, schema).filter((form) => !isStated(side, form));
        const [before, after] = [own(this.#base, holder.base), own(this.#revision, holder.revision)];
        const isNew = after.filter((form) => !before.some((one) => this.#schemas.isSame([one, form])));
        const isGone = before.filter((form) => !after.some((one) => this.#schemas.isSame([form, one])));
        for (const form of isNew) this.#form({ revision: form }, holder);
        for (const form of isGone) this.#form({ base: form }, holder);
      }
    }
  }

  #form(places: Places, holder: Places): void {
    const change = places.base === undefined ? 'wider' : 'narrower';
    this.#collector.add(
      { node: 'form', holder: { ...holder, ...places }, places, isOnWire: true },
      { response: { change } },
    );
  }
}

/** Returns the pointers to the variants of a body. */
function formsOf({ document }: Side, schema: string): string[] {
  const { anyOf } = Object(at(document, schema)) as { anyOf?: unknown };
  return Array.isArray(anyOf) ? anyOf.map((_, index) => child(child(schema, 'anyOf'), index)) : [schema];
}

const decoded = (item: string): string => (item.split('/').at(-1) ?? '').replaceAll('~1', '/').replaceAll('~0', '~');

const ordered = (alternative: Readonly<Record<string, readonly string[]>>): string =>
  JSON.stringify(Object.entries(alternative).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Returns the server URLs of an operation, which override the URLs of its path item and of the document (OpenAPI 3.1, 4.8.5). */
function serversOf({ document }: Side, { pointer, item }: OperationNode): { urls: Map<string, string>; place: string } {
  const places = [child(pointer, 'servers'), child(item, 'servers'), '/servers'];
  const place = places.find((one) => items(at(document, one)).length > 0) ?? '/servers';
  const urls = items(at(document, place)).flatMap((server, index) =>
    addressesOf(server).map((url): [string, string] => [url, child(place, index)]),
  );
  return { urls: new Map(urls.length > 0 ? urls : [['/', place]]), place };
}

/** Returns the URL with the default of each variable, and the URLs with every other value of a variable (OpenAPI 3.1, 4.8.6). */
function addressesOf(server: unknown): string[] {
  const variables = members(member(server, 'variables')).map(([name, one]) => ({
    name,
    usual: String(member(one, 'default')),
    values: items(member(one, 'enum')).map(String),
  }));
  const url = String(member(server, 'url'));
  const filled = (changed?: string, value?: string) =>
    variables.reduce(
      (text, { name, usual }) => text.replaceAll(`{${name}}`, name === changed && value !== undefined ? value : usual),
      url,
    );
  return [
    ...new Set([filled(), ...variables.flatMap(({ name, values }) => values.map((value) => filled(name, value)))]),
  ];
}

/** Returns a security scheme without descriptions and with a lower-case HTTP scheme name (OpenAPI 3.1, 4.8.27.1). */
function credentialsOf(scheme: unknown): Record<string, unknown> {
  const { description, bearerFormat, deprecated, ...rest } = Object(scheme);
  return typeof rest.scheme === 'string' ? { ...rest, scheme: rest.scheme.toLowerCase() } : rest;
}

import { isDeepStrictEqual } from 'node:util';
import { at, child, dereference, keysOf, member } from '@vehicle-lookup/openapi';
import type { ChangeKind } from '../comparison/change.ts';
import type { Direction, Use } from '../comparison/reach.ts';
import type { Comparison } from '../comparison/rule.ts';
import {
  type ContractDifference,
  isHarmful,
  joinedChange,
  type NodeKind,
  type Places,
  type ValueChanges,
  whenRequired,
} from './difference.ts';
import { nodeAt } from './readers.ts';

/** A difference found by the walk. */
export interface FoundDifference {
  node: NodeKind;
  /** Name for messages. Default: derived from the pointer. */
  name?: string;
  /** Pointers to the node that contains the keyword, or that would contain the node. Default: `places`. */
  holder?: Places;
  property?: string;
  before?: unknown;
  after?: unknown;
  /** Pointers to the keyword or the node; in only one document if it was added or removed. */
  places: Places;
  facts?: Readonly<Record<string, unknown>>;
  isOnWire?: boolean;
}

/** A difference with the combined results of several flows. */
interface Collected extends FoundDifference {
  kind: ChangeKind;
  holder: Places;
  holders: Places[];
  values?: ValueChanges;
}

/** Collects differences. A difference that several flows reach is reported once, with its effect in each direction. */
export class Collector {
  readonly #comparison: Comparison;
  /** The position of each operation in the documents. */
  readonly #order: ReadonlyMap<string, number>;
  readonly #found = new Map<string, Collected>();

  constructor(comparison: Comparison) {
    this.#comparison = comparison;
    const { base, revision } = comparison;
    const all = [...base.usesOf('/info'), ...revision.usesOf('/info')].map(({ operation }) => operation);
    this.#order = new Map([...new Set(all)].map((operation, index) => [operation, index]));
  }

  add(found: FoundDifference, values?: ValueChanges): void {
    const { node, places, property, name } = found;
    const kind = places.base === undefined ? 'added' : places.revision === undefined ? 'removed' : 'modified';
    const holder = { ...places, ...found.holder };
    const key = JSON.stringify([node, kind, places.base, places.revision, property, name]);
    const known = this.#found.get(key);
    const all = known?.values && values ? joinedValues(known.values, values) : (values ?? known?.values);
    const holders = [...(known?.holders ?? []), holder];
    this.#found.set(key, { ...(known ?? { ...found, kind, holder }), holders, ...(all ? { values: all } : {}) });
  }

  /**
   * Compares keywords of two nodes individually.
   * @param direction the direction in which the nodes are sent, if they can be required
   */
  keywords(
    found: Pick<FoundDifference, 'node' | 'isOnWire'> & { places: Places },
    before: Readonly<Record<string, unknown>>,
    after: Readonly<Record<string, unknown>>,
    keywords: readonly string[],
    direction?: Direction,
  ): void {
    for (const property of keywords) {
      const [old, fresh] = [before, after].map((node) => (node[property] === false ? undefined : node[property]));
      if (old === fresh || isDeepStrictEqual(old, fresh)) continue;
      const places = {
        base: old === undefined ? found.places.base : child(found.places.base ?? '', property),
        revision: fresh === undefined ? found.places.revision : child(found.places.revision ?? '', property),
      };
      const values = property === 'required' && direction ? whenRequired(fresh === true, direction) : undefined;
      this.add({ ...found, holder: found.places, property, before: old, after: fresh, places }, values);
    }
  }

  differences(): ContractDifference[] {
    return [...this.#found.values()].map((found) => {
      const { kind, places, holder, values, facts, isOnWire, node, property } = found;
      const pointer = (kind === 'removed' ? places.base : places.revision) ?? holder.revision ?? holder.base ?? '';
      return {
        node,
        kind,
        pointer,
        ...(property === undefined ? {} : { property }),
        ...this.#valuesOf(found),
        at: Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined)),
        name: found.name ?? this.#nameOf(found, kind === 'removed' ? holder.base : (holder.revision ?? holder.base)),
        uses: this.#usesOf(found),
        ...(values ? { values } : {}),
        ...(facts ? { facts } : {}),
        ...(isOnWire ? { isOnWire } : {}),
      };
    });
  }

  /** Returns the old and the new value; for an added or removed node, the node itself. */
  #valuesOf({ kind, places, before, after }: Collected): { before?: unknown; after?: unknown } {
    const { base, revision } = this.#comparison;
    const own = [
      before ?? (kind === 'removed' && places.base !== undefined ? nodeAt(base.document, places.base) : undefined),
      after ??
        (kind === 'added' && places.revision !== undefined ? nodeAt(revision.document, places.revision) : undefined),
    ];
    return { ...(own[0] === undefined ? {} : { before: own[0] }), ...(own[1] === undefined ? {} : { after: own[1] }) };
  }

  /**
   * Returns whether the location exists on both sides. Otherwise, one side refers to a shared component, and only the uses that reach the
   * component at the difference are affected.
   */
  #isInPlace({ node, kind, places: { base, revision } }: Collected): boolean {
    if (node !== 'schema' && node !== 'form') return true;
    if (kind === 'modified') return base === revision;
    const holder = (base ?? revision ?? '').split('/').slice(0, -2).join('/');
    const { document } = kind === 'removed' ? this.#comparison.revision : this.#comparison.base;
    return nodeAt(document, holder) !== undefined;
  }

  /** Returns the uses of a changed reference, without unrelated uses of the two referenced components. */
  #exactUsesOf({ kind, places }: Collected): Use[] {
    const { base, revision } = this.#comparison;
    const [side, other, place] = kind === 'added' ? [revision, base, places.revision] : [base, revision, places.base];
    const otherPlace = kind === 'modified' ? places.revision : place;
    if (place === undefined || otherPlace === undefined || nodeAt(other.document, otherPlace) === undefined) return [];
    if (kind === 'modified' && place === otherPlace) return [];
    const name = ({ operation, direction }: Use) => `${operation} ${direction}`;
    const others = new Set(other.usesOf(otherPlace).map(name));
    return side.usesOf(place).filter((use) => others.has(name(use)) === (kind === 'modified'));
  }

  /** Returns the uses of a difference in the order of the operations. */
  #usesOf(difference: Collected): Use[] {
    const { base, revision } = this.#comparison;
    const { places, holder, holders } = difference;
    const own = { base: places.base ?? holder.base, revision: places.revision ?? holder.revision };
    const found = (this.#isInPlace(difference) ? [own] : holders).flatMap((one) => [
      one.base === undefined ? [] : base.usesOf(one.base),
      one.revision === undefined ? [] : revision.usesOf(one.revision),
    ]);
    const exact = this.#exactUsesOf(difference);
    // Many pointers share the same list of uses.
    const all = exact.length > 0 ? exact : [...new Set(found)].flat();
    const uses = [...new Map(all.map((use) => [`${use.operation} ${use.direction}`, use])).values()];
    return uses.sort((a, b) => (this.#order.get(a.operation) ?? 0) - (this.#order.get(b.operation) ?? 0));
  }

  /** Returns the name of a node for a message, such as `field skill` or `parameter page`. */
  #nameOf({ node, kind }: Collected, pointer = ''): string {
    const document = (kind === 'removed' ? this.#comparison.base : this.#comparison.revision).document;
    const keys = keysOf(pointer);
    const parameter = /^(.*\/parameters\/[^/]+)(\/|$)/.exec(pointer)?.[1];
    const resolved = parameter === undefined ? undefined : dereference<unknown>(document, at(document, parameter));
    const name = member(resolved, 'name');
    const isField = (node === 'schema' || node === 'form') && keys.at(-2) === 'properties';
    if (isField) return `field ${keys.at(-1)}`;
    const type = node === 'form' ? 'form' : node;
    if (typeof name === 'string')
      return node === 'parameter' ? `parameter ${name}` : `${type} of the parameter ${name}`;
    const key = keys.at(-1) ?? type;
    return key === type ? type : `${type} ${key}`;
  }
}

function joinedValues(a: ValueChanges, b: ValueChanges): ValueChanges {
  const directions: Direction[] = ['request', 'response'];
  return Object.fromEntries(
    directions.flatMap((direction) => {
      const [one, other] = [a[direction], b[direction]];
      if (one === undefined || other === undefined) return one || other ? [[direction, one ?? other]] : [];
      const shown = isHarmful(direction, one) ? one : other;
      return [[direction, { ...shown, change: joinedChange(one.change, other.change) }]];
    }),
  );
}

import { isDeepStrictEqual } from 'node:util';
import { child, isRecord, isReference, items } from '@vehicle-lookup/openapi';
import { meaningOf } from '../comparison/fingerprint.ts';
import type { Direction } from '../comparison/reach.ts';
import type { Comparison, Side } from '../comparison/rule.ts';
import type { Role } from '../containment/conditions.ts';
import type { Containment, ContainmentVerdict } from '../containment/containment.ts';
import { ALWAYS, NEVER } from '../containment/numbers.ts';
import type { JsonSchema, LocatedSchema } from '../containment/schema.ts';
import type { Collector } from './collector.ts';
import { changeOf, type DirectionValues, type PlacePair, type Places, placesOf } from './difference.ts';
import {
  counterpart,
  differing,
  type Flat,
  flatten,
  groupOf,
  type Keyword,
  type KeywordStatement,
  type Part,
  type Relaxation,
  relaxed,
} from './flat.ts';
import { labelOf, pairForms } from './forms.ts';
import { inBoth, isHidden, nodeAt, type Readers } from './readers.ts';
import { textForms } from './text-form.ts';
import { type IsUnchanged, unchangedIn } from './unchanged.ts';

/** Keywords that accept every value. If a keyword is stated several times, the first statement applies. */
const ANNOTATIONS = [
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'xml',
  'discriminator',
  'x-secret',
  'x-quantity',
];
const TEXTS = ['title', 'description', '$comment', 'externalDocs'];

/** Keywords whose schemas are compared recursively. */
const FOLLOWED = ['items', 'additionalProperties'];

export interface FlowOptions {
  /** Whether the variants of a choice are compared separately. */
  isChoiceApart?: boolean;
  /** Whether scalars are sent as strings, as in parameters and headers. */
  isText?: boolean;
}

interface PairOptions {
  isChoiceApart?: boolean;
  /** Whether the inner schema is within the outer schema only because it accepts no value. Its parts are still compared. */
  isVacuous?: boolean;
}

/** A difference between two schemas at the same location. */
interface Local {
  group: string;
  /** The keyword, because a group may contain several keywords. */
  keyword?: string;
  /** The field name, if the difference affects a whole field. */
  field?: string;
  /** The affected values; undefined for all values, `none` if the difference cannot cause a rejection. */
  inner?: LocatedSchema | 'none';
  report: (values: DirectionValues) => void;
}

/** Both schemas of a pair, as they apply to one direction. */
interface Sent {
  /** The schema of the sent values (`inner`) and the schema that the receiver expects (`outer`). */
  inner: LocatedSchema;
  outer: LocatedSchema;
  /** The schemas of the reverse comparison. */
  reverse: { inner: LocatedSchema; outer: LocatedSchema };
}

/**
 * Walks two schemas in parallel as long as their parts can be paired, and reports their differences. At each location, the comparator
 * decides whether one side rejects a value of the other side. Differences that were already reported for nested parts are ignored.
 */
export class SchemaWalk {
  readonly #comparison: Comparison;
  readonly #base: Side;
  readonly #revision: Side;
  readonly #isUnchanged: IsUnchanged;
  readonly #containment: Containment;
  readonly #collector: Collector;
  /** Whether a pair was reported as harmful; undefined while the pair is being compared. */
  readonly #reported = new Map<string, boolean | undefined>();
  /** Strings in parameters and headers that are now rejected, by pair and direction. */
  readonly #sentTexts = new Map<string, unknown>();
  readonly #known = { base: new Map<string, Flat>(), revision: new Map<string, Flat>() };

  constructor(comparison: Comparison, containment: Containment, collector: Collector) {
    const { base, revision } = comparison;
    this.#comparison = comparison;
    this.#base = base;
    this.#revision = revision;
    this.#isUnchanged = unchangedIn(base.document, revision.document);
    this.#containment = containment;
    this.#collector = collector;
  }

  /** Compares the schemas of one flow of values. */
  flow(from: PlacePair, direction: Direction, { isChoiceApart = false, isText = false }: FlowOptions = {}): void {
    const pair = this.#followed(from);
    if (this.#isPairUnchanged(pair)) return;
    const { inner, outer } = this.#sent(pair, direction);
    const isVacuous = !isChoiceApart && this.#within(inner, outer).is === 'within' && this.#isVacuous(inner, outer);
    if (isVacuous) this.#whole(pair, direction, { change: 'other', why: 'the schema accepts no value at all' });
    const texts = isText ? textForms(inner, outer) : undefined;
    const sent = texts && this.#within(...texts);
    // A sent string is a better example than a value of a different type.
    if (sent?.is === 'value') this.#sentTexts.set(`${pair.join(' ')} ${direction}`, sent.value);
    this.#compare(pair, direction, sent?.is === 'within', { isChoiceApart, isVacuous });
  }

  /** Returns whether a schema is within a different schema only because it accepts no value. */
  #isVacuous(inner: LocatedSchema, outer: LocatedSchema): boolean {
    const [a, b] = [this.#containment.numbers.of(inner), this.#containment.numbers.of(outer)];
    return a !== b && b !== ALWAYS && b !== NEVER && this.#containment.acceptsNothing(inner);
  }

  /** Follows references to the same component on both sides, so that the component is compared only once. */
  #followed(pair: PlacePair): PlacePair {
    let place = pair;
    for (let steps = 0; steps < 20; steps++) {
      const [a, b] = inBoth(this.#comparison, place, nodeAt);
      if (!isReference(a) || !isReference(b) || a.$ref !== b.$ref || !a.$ref.startsWith('#/')) return place;
      if (Object.keys(a).length + Object.keys(b).length > 2) return place;
      place = [a.$ref.slice(1), b.$ref.slice(1)];
    }
    return place;
  }

  #isPairUnchanged(pair: PlacePair): boolean {
    return this.#isUnchanged(...inBoth(this.#comparison, pair, nodeAt));
  }

  /** Returns whether two schemas have the same meaning, apart from descriptions. */
  isSame([base, revision]: PlacePair): boolean {
    const [a, b] = [this.#plain(this.#base, base), this.#plain(this.#revision, revision)];
    return this.#containment.numbers.of(a) === this.#containment.numbers.of(b);
  }

  /** Returns the number of a schema as written. */
  numberOf(schema: unknown, { plain }: Readers): number {
    return this.#containment.numbers.of({ schema: plain.read(schema), source: plain });
  }

  #plain(side: Side, pointer: string): LocatedSchema {
    const { plain } = side.readers;
    return { schema: plain.read(nodeAt(side.document, pointer)), source: plain };
  }

  #sent([base, revision]: PlacePair, direction: Direction): Sent {
    const read = (side: Side, pointer: string, role: 'inner' | 'outer'): LocatedSchema => {
      const reader = side.readers.of(direction, role);
      return { schema: reader.read(nodeAt(side.document, pointer)), source: reader };
    };
    const forwards = { inner: read(this.#base, base, 'inner'), outer: read(this.#revision, revision, 'outer') };
    const backwards = { inner: read(this.#revision, revision, 'inner'), outer: read(this.#base, base, 'outer') };
    return direction === 'request' ? { ...forwards, reverse: backwards } : { ...backwards, reverse: forwards };
  }

  #within(inner: LocatedSchema, outer: LocatedSchema, without?: Relaxation): ContainmentVerdict {
    if (without === undefined || without.groups.size + without.fields.size === 0) {
      return this.#containment.within(inner, outer);
    }
    const schema = relaxed(outer.schema, outer.source.resolve, without);
    return this.#containment.within(inner, { schema, source: outer.source });
  }

  /**
   * Compares a pair of schemas, unless the result is already known.
   * @param isSafe whether the enclosing schema is known to be within, so that differences in the pair are not harmful
   * @returns whether the pair is not within, so that a difference was reported
   */
  #compare(from: PlacePair, direction: Direction, isSafe: boolean, options: PairOptions = {}): boolean {
    const pair = this.#followed(from);
    if (this.#isPairUnchanged(pair)) return false;
    const key = `${pair.join(' ')} ${direction} ${isSafe} ${options.isChoiceApart} ${options.isVacuous}`;
    if (this.#reported.has(key)) return this.#reported.get(key) ?? true;
    this.#reported.set(key, undefined);
    const result = this.#compareNew(pair, direction, isSafe, options);
    this.#reported.set(key, result);
    return result;
  }

  #compareNew(pair: PlacePair, direction: Direction, isSafeAround: boolean, options: PairOptions): boolean {
    const { isChoiceApart = false, isVacuous = false } = options;
    const stated = this.#flats(pair, isChoiceApart);
    const flats = this.#asChoices(pair, stated);
    this.#annotations(pair, flats, direction);
    const sent = this.#sent(pair, direction);
    const apart: Relaxation = { groups: new Set(isChoiceApart ? ['forms', 'single form'] : []), fields: new Set() };
    const isSafe = isSafeAround || (!isVacuous && this.#within(sent.inner, sent.outer, apart).is === 'within');
    // Differences that were reported for nested parts, or are compared separately, are ignored.
    const settled = { groups: new Set(apart.groups), fields: new Set<string>() };
    this.#compareParts(flats, direction, isSafe, settled.groups);
    const locals = [
      ...this.#fields(pair, flats, direction, isSafe, settled.fields),
      ...(isChoiceApart ? [] : this.#forms(pair, flats, sent, direction, isSafe, settled.groups)),
      ...this.#keywords(pair, flats, direction),
    ];
    // If a schema became a variant of a choice, the variants contain all differences.
    const isApart = flats !== stated && settled.groups.has('forms');
    this.#findHarm(locals, sent, direction, isSafe, isApart, settled, pair);
    return !isSafe;
  }

  /** Treats both schemas as choices if one schema is a variant of the other. */
  #asChoices(pair: PlacePair, flats: readonly [Flat, Flat]): readonly [Flat, Flat] {
    const [a, b] = flats;
    if (
      a.forms.length > 0 === b.forms.length > 0 ||
      a.fields.size * a.forms.length + b.fields.size * b.forms.length > 0
    )
      return flats;
    const [before, after] = [a, b].map(({ forms }, index) => (forms.length > 0 ? forms : [pair[index] ?? '']));
    if (this.#pairForms(before ?? [], after ?? []).pairs.length === 0) return flats;
    const asChoice = (flat: Flat, pointer: string, choice: Flat['choice']): Flat => ({
      ...flat,
      keywords: new Map(),
      fields: new Map(),
      forms: flat.forms.length > 0 ? flat.forms : [pointer],
      ...(choice ? { choice } : {}),
    });
    const choice = a.choice ?? b.choice;
    return [asChoice(a, pair[0], choice), asChoice(b, pair[1], choice)];
  }

  #pairForms(before: readonly string[], after: readonly string[]) {
    return pairForms(before, after, [this.#base, this.#revision], (pair) => this.isSame(pair));
  }

  #flats([base, revision]: PlacePair, isChoiceApart = false): readonly [Flat, Flat] {
    return [this.#flat(this.#base, base, isChoiceApart), this.#flat(this.#revision, revision, isChoiceApart)];
  }

  #flat(side: Side, pointer: string, isChoiceApart: boolean): Flat {
    const known = this.#known[side === this.#base ? 'base' : 'revision'];
    const key = `${pointer} ${isChoiceApart}`;
    const flat = known.get(key) ?? flatten(side.document, pointer, side.readers.plain, isChoiceApart);
    known.set(key, flat);
    return flat;
  }

  /** Returns whether only one of two fields is hidden in a direction. */
  #isMarked(pair: PlacePair, direction: Direction): boolean {
    const [was, is] = inBoth(this.#comparison, pair, (document, place) =>
      isHidden(document, nodeAt(document, place), direction),
    );
    return was !== is;
  }

  /** Determines which of several differences at the same location are harmful. */
  #findHarm(
    locals: Local[],
    sent: Sent,
    direction: Direction,
    isSafe: boolean,
    isApart: boolean,
    settled: Relaxation,
    pair: PlacePair,
  ): void {
    const without = (kept?: Local): Relaxation => ({
      groups: new Set([
        ...settled.groups,
        ...locals.filter((one) => one !== kept && !one.field).map(({ group }) => group),
      ]),
      fields: new Set([
        ...settled.fields,
        ...locals.flatMap((one) => (one.group !== kept?.group && one.field ? [one.field] : [])),
      ]),
    });
    const sentText = this.#sentTexts.get(`${pair.join(' ')} ${direction}`);
    const rest: ContainmentVerdict = isSafe || isApart ? WITHIN : this.#within(sent.inner, sent.outer, settled);
    const verdicts = new Map<string, ContainmentVerdict>();
    const verdictOf = (local: Local): ContainmentVerdict => {
      if (isSafe || local.inner === 'none') return WITHIN;
      if (local.inner) return this.#within(local.inner, sent.outer, onlyGroup(without(local), local));
      if (rest.is === 'within') return rest;
      const own = verdicts.get(local.group) ?? this.#within(sent.inner, sent.outer, onlyGroup(without(local), local));
      verdicts.set(local.group, own);
      return alone(local) ?? own;
    };
    /** Returns the verdict on a single keyword of a group, if at least one keyword of the group rejects a value by itself. */
    const alone = (local: Local): ContainmentVerdict | undefined => {
      const group = locals.filter(({ group, keyword }) => keyword !== undefined && group === local.group);
      if (local.keyword === undefined || group.length < 2) return undefined;
      const verdictOf = ({ keyword }: Local) => {
        const others = group.flatMap((one) => (one.keyword === keyword ? [] : (one.keyword ?? [])));
        const { groups, fields } = onlyGroup(without(local), local);
        return this.#within(sent.inner, sent.outer, { groups: new Set([...groups, ...others]), fields });
      };
      return group.some((one) => verdictOf(one).is === 'value') ? verdictOf(local) : undefined;
    };
    const isSomeHarmful = locals.some((local) => verdictOf(local).is !== 'within');
    for (const local of locals) {
      const verdict = isSomeHarmful || local.inner ? verdictOf(local) : rest;
      // The reverse comparison only determines whether the set of values changed.
      const { inner, outer } = sent.reverse;
      const isHarmed = verdict.is !== 'within';
      const isOther = !isHarmed && this.#within(inner, outer, onlyGroup(without(local), local)).is !== 'within';
      local.report({
        change: changeOf(isHarmed, isOther, direction),
        ...(verdict.is === 'value' ? { value: sentText ?? verdict.value } : {}),
        ...(verdict.is === 'gave up' ? { why: verdict.why } : {}),
      });
    }
    if (rest.is === 'within' || isSomeHarmful || locals.some(({ inner }) => inner === undefined)) return;
    const values: DirectionValues = {
      change: 'other',
      ...(rest.is === 'value' ? { value: rest.value } : { why: rest.why }),
    };
    this.#whole(pair, direction, values);
  }

  /** Reports a difference between two schemas as a whole. The fingerprint includes the referenced schemas to identify the difference. */
  #whole(pair: PlacePair, direction: Direction, values: DirectionValues): void {
    const [before, after] = inBoth(this.#comparison, pair, nodeAt);
    const found = { node: 'schema', property: 'schema', places: placesOf(pair) } as const;
    const facts = { meaning: meaningOf(this.#revision, pair[1]) };
    this.#collector.add({ ...found, before, after, facts }, { [direction]: values });
  }

  /** Compares the keywords that accept every value. */
  #annotations(pair: PlacePair, [a, b]: readonly [Flat, Flat], direction: Direction): void {
    for (const [way, old] of a.nodes) {
      const fresh = b.nodes.get(way);
      if (fresh === undefined) continue;
      const places = { base: old.pointer, revision: fresh.pointer };
      this.#collector.keywords({ node: 'schema', places }, old.node, fresh.node, TEXTS);
    }
    for (const property of ANNOTATIONS) {
      const [before, after] = [stated(a, property), stated(b, property)];
      if (isDeepStrictEqual(before?.value, after?.value)) continue;
      const found = {
        node: 'schema',
        holder: placesOf(pair),
        places: this.#placesOf(pair, [a, b], [before, after]),
      } as const;
      this.#collector.add(
        { ...found, property, before: before?.value, after: after?.value },
        { [direction]: { change: 'same' } },
      );
    }
  }

  /** Returns the pointers to a keyword; on a side without the keyword, the pointer to the object that would contain it. */
  #placesOf(
    pair: PlacePair,
    [a, b]: readonly [Flat, Flat],
    [old, fresh]: readonly [KeywordStatement | undefined, KeywordStatement | undefined],
  ): Places {
    return {
      base: old?.pointer ?? (fresh ? counterpart(a, fresh, pair[0]) : pair[0]),
      revision: fresh?.pointer ?? (old ? counterpart(b, old, pair[1]) : pair[1]),
    };
  }

  *#fields(
    pair: PlacePair,
    [a, b]: readonly [Flat, Flat],
    direction: Direction,
    isSafe: boolean,
    settled: Set<string>,
  ): Generator<Local> {
    const isNamed = ({ readers, document }: Side, parts: readonly Part[]): boolean =>
      parts.length > 0 &&
      parts.every(
        ({ node }) =>
          this.numberOf(node, readers) !== NEVER && !(readers.isProjected && isHidden(document, node, direction)),
      );
    for (const name of new Set([...a.fields.keys(), ...b.fields.keys()])) {
      const [old, fresh] = [a.fields.get(name) ?? [], b.fields.get(name) ?? []];
      const [[before, ...more], [after, ...others]] = [old, fresh];
      const own =
        before && after && more.length + others.length === 0 ? ([before.pointer, after.pointer] as const) : undefined;
      if (own && this.#isUnchanged(before?.node, after?.node)) continue;
      const [was, is] = [isNamed(this.#base, old), isNamed(this.#revision, fresh)];
      if (!was && !is) continue;
      // If a field only moved into or out of a variant, the variants are compared.
      if ((!was && this.#isInForm(this.#base, a, name)) || (!is && this.#isInForm(this.#revision, b, name))) continue;
      if (own && was && is) {
        if (this.#compare(own, direction, isSafe)) settled.add(name);
        continue;
      }
      if (own && this.#isMarked(own, direction)) {
        // Only the mark changed; the field itself still exists.
        this.#annotations(own, this.#flats(own), direction);
        settled.add(name);
        continue;
      }
      const isSame = (one: Part, index: number) => this.isSame([one.pointer, fresh[index]?.pointer ?? '']);
      if (was && is && old.length === fresh.length && old.every(isSame)) continue;
      yield {
        group: `field ${name}`,
        field: name,
        report: (values) =>
          this.#collector.add(
            {
              node: 'schema',
              name: `field ${name}`,
              holder: placesOf(pair),
              before: was ? before?.node : undefined,
              after: is ? after?.node : undefined,
              places: { base: was ? before?.pointer : undefined, revision: is ? after?.pointer : undefined },
            },
            { [direction]: values },
          ),
      };
    }
  }

  #isInForm(side: Side, { forms }: Flat, name: string): boolean {
    return forms.some((form) => this.#flat(side, form, false).fields.has(name));
  }

  /** Compares the schemas of all elements and of all additional fields. */
  #compareParts([a, b]: readonly [Flat, Flat], direction: Direction, isSafe: boolean, settled: Set<string>): void {
    for (const keyword of FOLLOWED) {
      const [old, fresh] = [a.keywords.get(keyword), b.keywords.get(keyword)];
      if (!old || !fresh || !isFollowed(keyword, old, fresh)) continue;
      if (this.#compare([old.pointer, fresh.pointer], direction, isSafe)) settled.add(keyword);
    }
  }

  /** Compares the variants of a choice in pairs. */
  *#forms(
    pair: PlacePair,
    [a, b]: readonly [Flat, Flat],
    sent: Sent,
    direction: Direction,
    isSafe: boolean,
    settled: Set<string>,
  ): Generator<Local> {
    const { pairs, left: places } = this.#pairForms(a.forms, b.forms);
    const isRequest = direction === 'request';
    const [innerSide, side] = isRequest ? [this.#base, this.#revision] : [this.#revision, this.#base];
    const outer = isRequest ? b : a;
    const outerForms = outer.forms.map((place) => this.#formOf(side, place, direction, 'outer').schema);
    const isOneOf = a.choice === 'oneOf' || b.choice === 'oneOf';
    const isLone = a.forms.includes(pair[0]) || b.forms.includes(pair[1]);
    /** Returns the schema of a variant's values. Values that match several `oneOf` variants were never valid and are excluded. */
    const innerOf = ({ base, revision }: Places): LocatedSchema | undefined => {
      const place = isRequest ? base : revision;
      const form = place === undefined ? undefined : this.#formOf(innerSide, place, direction, 'inner');
      return form && isOneOf ? conjunction(sent.inner, form) : form;
    };
    let isSettled = (isRequest ? a : b).forms.length > 0;
    for (const [base, revision] of pairs) {
      const inner = innerOf({ base, revision }) ?? sent.inner;
      const isSafeForm = isSafe || this.#within(inner, sent.outer).is === 'within';
      const isHarmed = this.#compare([base, revision], direction, isSafeForm);
      const form = this.#formOf(side, isRequest ? revision : base, direction, 'outer');
      const isOverlapping = () => outer.choice === 'oneOf' && this.#isOverlapping(inner, form, outerForms);
      // A value of the paired variant matches a variant of `anyOf`, so a different keyword rejects the value.
      const isElsewhere = !isHarmed && (isLone || outer.choice === 'oneOf');
      if (!isSafeForm && (isElsewhere || isOverlapping())) isSettled = false;
    }
    // In an `anyOf` choice, a value may also have the fields of several variants.
    const isMixed = (inner: LocatedSchema) => !isOneOf && !isLone && this.#within(inner, sent.outer).is === 'within';
    const hasMixed = !isSafe && places.flatMap((one) => innerOf(one) ?? []).some(isMixed);
    // A rejected value belongs to a paired variant, which is reported separately, or to a variant that the other side lacks.
    if (isSettled && !isSafe && !hasMixed) settled.add('forms');
    if (places.length === 0 && (a.choice === b.choice || (isSettled && pairs.length === 0))) return;
    const holder = placesOf(pair);
    const choice = { property: a.choice ?? b.choice ?? 'anyOf', before: a.choice, after: b.choice, places: holder };
    const found = places.map((one) => {
      const { base, revision } = one;
      const [side, place] = base === undefined ? [this.#revision, revision ?? ''] : [this.#base, base];
      const facts = {
        isOneMore: pairs.length > 0,
        ...(base === undefined ? { meaning: meaningOf(side, place) } : {}),
      };
      return { places: one, name: labelOf(nodeAt(side.document, place), one), facts };
    });
    for (const one of found.length === 0 ? [choice] : found) {
      const inner = places.length > 0 ? innerOf(one.places) : undefined;
      yield {
        group: 'forms',
        ...(inner ? (isMixed(inner) ? {} : { inner }) : isSettled ? { inner: 'none' as const } : {}),
        report: (values) => this.#collector.add({ node: 'form', holder, ...one }, { [direction]: values }),
      };
    }
  }

  /** Returns a variant as a part of its choice. */
  #formOf(side: Side, place: string, direction: Direction, role: Role): LocatedSchema {
    const source = side.readers.of(direction, role);
    const [, choice = '', keyword = '', index = ''] = /^(.*)\/(anyOf|oneOf)\/(\d+)$/.exec(place) ?? [];
    const forms = Object(source.read(nodeAt(side.document, choice)))[keyword] as readonly JsonSchema[] | undefined;
    return { schema: forms?.[Number(index)] ?? source.read(nodeAt(side.document, place)), source };
  }

  /** Returns whether a value that still matches its variant now also matches a second variant. */
  #isOverlapping(inner: LocatedSchema, form: LocatedSchema, forms: readonly JsonSchema[]): boolean {
    const schema = { anyOf: [{ oneOf: forms }, { not: form.schema }] };
    return this.#within(inner, { schema, source: form.source }).is !== 'within';
  }

  *#keywords(pair: PlacePair, [a, b]: readonly [Flat, Flat], direction: Direction): Generator<Local> {
    for (const keyword of new Set([...a.keywords.keys(), ...b.keywords.keys()])) {
      const [old, fresh] = [a.keywords.get(keyword), b.keywords.get(keyword)];
      if (isFollowed(keyword, old, fresh) || this.#isEqual(keyword, old, fresh)) continue;
      const [before, after] = differing(old, fresh);
      const report = (values: DirectionValues) =>
        this.#collector.add(
          {
            node: 'schema',
            holder: placesOf(pair),
            property: keyword,
            before: keyword === 'type' ? written(before?.value) : before?.value,
            after: keyword === 'type' ? written(after?.value) : after?.value,
            places: this.#placesOf(pair, [a, b], [before, after]),
            facts: { hasPattern: a.keywords.has('pattern') || b.keywords.has('pattern') },
          },
          { [direction]: values },
        );
      yield { group: groupOf(keyword), keyword, report };
    }
  }

  #isEqual(keyword: string, old: Keyword | undefined, fresh: Keyword | undefined): boolean {
    if (keyword === 'type' || keyword === 'enum' || keyword === 'required') {
      return isDeepStrictEqual(setOf(keyword, old?.value), setOf(keyword, fresh?.value));
    }
    if (old === undefined || fresh === undefined) return false;
    if (isDeepStrictEqual(old.value, fresh.value) && typeof old.value !== 'object') return true;
    // The values of these keywords are schemas, whose descriptions are ignored.
    const [a, b] = [old, fresh].map(({ value }) => ({ [keyword]: value }));
    const { numbers } = this.#containment;
    const [source, other] = [this.#base.readers.plain, this.#revision.readers.plain];
    return numbers.of({ schema: a ?? {}, source }) === numbers.of({ schema: b ?? {}, source: other });
  }
}

const WITHIN: ContainmentVerdict = { is: 'within' };

/** Returns whether both sides have a schema for the keyword, so that the two schemas can be compared. */
const isFollowed = (keyword: string, old: Keyword | undefined, fresh: Keyword | undefined): boolean =>
  FOLLOWED.includes(keyword) && isRecord(old?.value) && isRecord(fresh?.value);

/** Returns the schema of the values that both schemas of one document accept. */
const conjunction = (one: LocatedSchema, other: LocatedSchema): LocatedSchema => ({
  schema: { allOf: [one.schema, other.schema] },
  source: one.source,
});

/** Returns the type itself for a list with one type. */
const written = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** Returns the relaxation without the group of a difference, because the differences of a group are compared together. */
const onlyGroup = ({ groups, fields }: Relaxation, { group }: Local): Relaxation => ({
  groups: new Set([...groups].filter((one) => one !== group)),
  fields,
});

const setOf = (keyword: string, value: unknown): string[] => {
  const list = items(value).map((one) => JSON.stringify(one));
  return [
    ...new Set(keyword === 'type' && list.includes('"number"') ? list.filter((one) => one !== '"integer"') : list),
  ].sort();
};

/** Returns the first statement of a keyword. Except for `default`, `false` has the same meaning as a missing keyword. */
function stated({ nodes }: Flat, keyword: string): KeywordStatement | undefined {
  for (const [way, { node, pointer }] of nodes) {
    const value = node[keyword];
    if (value !== undefined && (value !== false || keyword === 'default'))
      return { value, pointer: child(pointer, keyword), way };
  }
  return undefined;
}

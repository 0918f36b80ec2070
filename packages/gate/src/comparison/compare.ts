import { isDeepStrictEqual } from 'node:util';
import { child, type Visited, walk } from '@vehicle-lookup/openapi';
import { basesOf, readMarks } from '@vehicle-lookup/openapi/provenance';
import { CannotRateError } from '../cannot-rate.ts';
import { type LoadedDocument, unusedPathItems } from '../document/load.ts';
import { type ContractDifference, isHarmful } from '../walk/difference.ts';
import { walkDocuments } from '../walk/documents.ts';
import { readersOf } from '../walk/readers.ts';
import { followsOperations } from '../walk/wire.ts';
import { AUDIENCES, byText, type Change, type Difference, IMPACTS } from './change.ts';
import { fingerprintOf } from './fingerprint.ts';
import { findUses, operationNames } from './reach.ts';
import type { Comparison, RatedDifference, Rule, Side } from './rule.ts';

/**
 * Rates every change from one document to another.
 * @param rules the rules by finding code
 * @param today the current date, `YYYY-MM-DD`; parts with an earlier removal date may be absent
 * @returns the changes, sorted by descending impact, then by location
 * @throws CannotRateError when the documents cannot be compared
 */
export async function compare(
  base: LoadedDocument,
  revision: LoadedDocument,
  rules: ReadonlyMap<string, Rule>,
  today: string,
): Promise<Change[]> {
  if (rules.size === 0)
    throw new CannotRateError('there are no rules, so no change would be rated; reinstall the package');
  rejectOtherForm(base, revision);
  if (isDeepStrictEqual(base.document, revision.document)) return [];
  const comparison: Comparison = { base: sideOf(base, today), revision: sideOf(revision, today) };
  const rated = walkDocuments(comparison)
    .filter((difference) => difference.uses.length > 0 && !followsOperations(difference, comparison))
    .flatMap((difference) => rate(difference, comparison, rules));
  const found = [...rules].flatMap(([code, { find }]) => (find?.(comparison) ?? []).map((one) => ({ ...one, code })));
  const changes = [...rated, ...found].map((one) => complete(one, comparison));
  const once = new Map<string, Change>();
  for (const change of changes) {
    const key = `${change.fingerprint} ${change.what}`;
    once.set(key, both(once.get(key), change));
  }
  return [...once.values()].sort(byImpactAndPlace);
}

function sideOf(loaded: LoadedDocument, today: string): Side {
  const { document, hasSelectors } = loaded;
  const nodes = [...walk(document)];
  rejectOtherDialect(loaded, nodes);
  const marks = readMarks(document, nodes);
  const readers = readersOf(document, nodes, today);
  return {
    ...loaded,
    nodes,
    usesOf: findUses(document, hasSelectors),
    basisOf: basesOf(document, marks),
    marks,
    readers,
  };
}

const DIALECTS = /^https:\/\/(spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/;

/** Rejects other dialects, in which the same keywords have a different meaning (OpenAPI 3.1, 4.8.24.7). */
function rejectOtherDialect({ document, placeOf }: LoadedDocument, nodes: readonly Visited[]): void {
  if (/^3\.0/.test(String(document.openapi))) return;
  const stated = [
    { pointer: '/jsonSchemaDialect', dialect: document.jsonSchemaDialect },
    ...nodes
      .filter(({ node, named }) => '$schema' in node && !named)
      .map(({ node, at }) => ({ pointer: `${at.reduce<string>(child, '')}/$schema`, dialect: node.$schema })),
  ];
  const other = stated.find(({ dialect }) => typeof dialect === 'string' && !DIALECTS.test(dialect));
  if (other === undefined) return;
  const { file, line } = placeOf(other.pointer);
  throw new CannotRateError(
    `${file}:${line}: expected schemas in the 2020-12 dialect, found \`${other.dialect}\`; convert the schemas`,
  );
}

/** Rejects documents of different forms. An ordinary comparison would miss the operations in components.pathItems. */
function rejectOtherForm(base: LoadedDocument, revision: LoadedDocument): void {
  if (base.hasSelectors !== revision.hasSelectors) {
    throw new CannotRateError(
      `${base.file} and ${revision.file} cannot be compared: in the first document, ${base.form}, and in the second document, ${revision.form}; compare two documents of the same form`,
    );
  }
  if (base.hasSelectors) return;
  const [before, after] = [unusedPathItems(base.document), unusedPathItems(revision.document)];
  const [name] = Object.keys({ ...before, ...after }).filter((one) => !isDeepStrictEqual(before[one], after[one]));
  if (name === undefined) return;
  throw new CannotRateError(
    `${revision.file}: components.pathItems.${name} differs, and it may or may not be an operation: no path refers to it, and ${revision.form}; add a reference to it, remove it, or keep only one path with one method`,
  );
}

function rate(
  difference: ContractDifference,
  comparison: Comparison,
  rules: ReadonlyMap<string, Rule>,
): RatedDifference[] {
  const found: RatedDifference[] = [];
  for (const [code, rule] of rules) {
    // After a partial rule has rated the difference, only other partial rules may rate it.
    if (found.length > 0 && !rule.isPartial) break;
    const rating = rule.rate?.(difference, comparison);
    if (rating === 'nothing') return found;
    if (rating) found.push({ ...rating, code, ...differenceOf(difference) });
    if (rating && !rule.isPartial) break;
  }
  return found;
}

function differenceOf(
  difference: ContractDifference,
): Difference & Required<Pick<RatedDifference, 'operations' | 'identity'>> {
  const { kind, pointer, before, after, uses, property, facts, values = {} } = difference;
  const harmful = (['request', 'response'] as const).map((direction) => {
    const own = values[direction];
    return own && isHarmful(direction, own) ? own : undefined;
  });
  const shown = harmful.find((one) => one !== undefined && 'value' in one);
  return {
    kind,
    pointer,
    operations: operationNames(uses),
    // A removed keyword has the pointer of its schema.
    identity: [property, facts?.meaning].filter((one) => one !== undefined && !pointer.endsWith(`/${one}`)),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(shown ? { value: shown.value } : {}),
  };
}

function complete(found: RatedDifference, comparison: Comparison): Change {
  const { identity, ...shown } = found;
  const { pointer, kind } = found;
  const side = kind === 'removed' ? comparison.base : comparison.revision;
  const { clauses = [], assumptions = [] } = side.basisOf(pointer) ?? {};
  const uses = () => [...comparison.base.usesOf(pointer), ...comparison.revision.usesOf(pointer)];
  return {
    ...shown,
    operations: found.operations ?? operationNames(uses()),
    place: side.placeOf(pointer),
    clauses,
    assumptions,
    fingerprint: fingerprintOf(found, side.document),
  };
}

/** Merges two findings for the same change: keeps the higher rating and the operations of both. */
function both(one: Change | undefined, other: Change): Change {
  if (one === undefined) return other;
  const [graver, lighter] = IMPACTS.indexOf(one.impact) <= IMPACTS.indexOf(other.impact) ? [one, other] : [other, one];
  const isEqual = graver.impact === lighter.impact;
  return {
    ...graver,
    operations: [...new Set([...one.operations, ...other.operations])],
    audience: isEqual
      ? AUDIENCES.filter((name) => [...one.audience, ...other.audience].includes(name))
      : graver.audience,
  };
}

const byImpactAndPlace = (a: Change, b: Change): number =>
  IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
  byText(a.place.file, b.place.file) ||
  a.place.line - b.place.line;

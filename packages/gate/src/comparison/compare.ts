import { isDeepStrictEqual } from 'node:util';
import {
  at,
  child,
  type Document,
  dereference,
  isRecord,
  keysOf,
  member,
  resolveSchema,
  walk,
} from '@vehicle-lookup/openapi';
import { basesOf, readMarks } from '@vehicle-lookup/openapi/provenance';
import { CannotRateError } from '../cannot-rate.ts';
import { comparable } from '../comparable/comparable.ts';
import { opens } from '../comparable/evaluated.ts';
import { withMatchedForms } from '../comparable/same.ts';
import { followsOperations } from '../comparable/wire.ts';
import { unusedPathItems } from '../document/form.ts';
import type { LoadedDocument } from '../document/load.ts';
import { type Change, type Difference, IMPACTS } from './change.ts';
import { type EngineChange, engineChanges } from './engine.ts';
import { engineRating } from './engine-rating.ts';
import { fingerprintOf } from './fingerprint.ts';
import { findUses, operationNames } from './reach.ts';
import type { Comparison, EngineDifference, Keywords, RatedDifference, Rule, Side } from './rule.ts';

/**
 * Rates every change from one document to another.
 * @param rules by code
 * @returns the changes, the gravest first, then in the order of their places
 * @throws CannotRateError when the two cannot be compared
 */
export async function compare(
  base: LoadedDocument,
  revision: LoadedDocument,
  rules: ReadonlyMap<string, Rule>,
): Promise<Change[]> {
  if (rules.size === 0)
    throw new CannotRateError('there are no rules, so nothing would be rated; install the package again');
  rejectOtherForm(base, revision);
  if (isDeepStrictEqual(base.document, revision.document)) return [];
  const comparison: Comparison = { base: sideOf(base), revision: sideOf(revision) };
  // The engine runs in another process; our rules look for the rest meanwhile.
  const [reported, found] = await Promise.all([reportedChanges(comparison), findChanges(comparison, rules)]);
  const rated = reported
    .filter((change) => !followsOperations(change, comparison) && !followsPath(change))
    .flatMap((change) => rate(change, comparison, rules));
  const changes = [...rated, ...found].map((one) => complete(one, comparison));
  const once = new Map(changes.map((change) => [change.fingerprint, change]));
  return [...once.values()].sort(byImpactAndPlace);
}

function sideOf(loaded: LoadedDocument): Side {
  const { document, hasSelectors } = loaded;
  const nodes = [...walk(document)];
  const marks = readMarks(document, nodes);
  return { ...loaded, nodes, usesOf: findUses(document, hasSelectors), basisOf: basesOf(document, marks), marks };
}

/** Compared as ordinary documents, the operations of the source form would not be seen at all. */
function rejectOtherForm(base: LoadedDocument, revision: LoadedDocument): void {
  if (base.hasSelectors !== revision.hasSelectors) {
    throw new CannotRateError(
      `${base.file} and ${revision.file} cannot be compared: in the first ${base.form}, in the second ${revision.form}; compare two documents of one form`,
    );
  }
  if (base.hasSelectors) return;
  const [before, after] = [unusedPathItems(base.document), unusedPathItems(revision.document)];
  const [name] = Object.keys({ ...before, ...after }).filter((one) => !isDeepStrictEqual(before[one], after[one]));
  if (name === undefined) return;
  throw new CannotRateError(
    `${revision.file}: components.pathItems.${name} differs, and nobody can tell whether it is an operation: no path refers to it, and ${revision.form}; refer to it, remove it, or leave one path with one method`,
  );
}

async function reportedChanges({ base, revision }: Comparison): Promise<EngineDifference[]> {
  const before = comparable(base.document, revision.document, base.hasSelectors);
  const after = comparable(revision.document, base.document, revision.hasSelectors);
  if (isDeepStrictEqual(before.document, after.document)) return [];
  const reported = await engineChanges(before.document, after.document);
  const changes = withMatchedForms(reported, before.document, after.document);
  return changes.filter(isReached).map((change): EngineDifference => {
    const old = change.base && before.inBundle(change.base.pointer);
    const fresh = change.revision && after.inBundle(change.revision.pointer);
    return {
      ...change,
      pointer: pointerOf(change, old, fresh, revision),
      before: change.base?.value,
      after: change.revision?.value,
      at: { ...(old === undefined ? {} : { base: old }), ...(fresh === undefined ? {} : { revision: fresh }) },
      parameter: parameterOf(base.document, old) ?? parameterOf(revision.document, fresh),
      schemas: [
        schemaAt(before.document, change.base?.pointer, change.property),
        schemaAt(after.document, change.revision?.pointer, change.property),
      ],
      isOpening: isOpening(change, old === undefined ? revision.document : base.document, old ?? fresh),
      uses: [...(old === undefined ? [] : base.usesOf(old)), ...(fresh === undefined ? [] : revision.usesOf(fresh))],
    };
  });
}

/** The schema at a pointer of the engine's, which names the keyword where it is there, otherwise its schema. */
function schemaAt(document: unknown, engine: string | undefined, keyword = ''): Keywords | undefined {
  if (engine === undefined) return undefined;
  const pointer = engine.replace(/^#/, '');
  const holder = pointer.endsWith(`/${keyword}`) ? pointer.slice(0, -keyword.length - 1) : pointer;
  const node = at(document, holder);
  return isRecord(node) ? resolveSchema(document as Document, node).schema : undefined;
}

/** A parameter of a path has the name that the path gives it: the engine reports both, and finds fault with neither. */
const followsPath = ({ typeName, property, verdicts }: EngineDifference): boolean =>
  typeName === 'Parameter' && property === 'name' && verdicts.length === 0;

function isOpening({ kind, base, revision }: EngineChange, document: Document, pointer: string | undefined): boolean {
  const keyword = keysOf(pointer ?? '').at(-1);
  if (kind === 'modified' || pointer === undefined || keyword === undefined) return false;
  return opens(document, pointer.slice(0, -keyword.length - 1), keyword, (base ?? revision)?.value);
}

/** Parameters are listed: their place says which one by a number. */
function parameterOf(document: Document, pointer: string | undefined): string | undefined {
  const [, place] = /^(.*\/parameters\/[^/]+)(\/|$)/.exec(pointer ?? '') ?? [];
  const name = place === undefined ? undefined : member(dereference<unknown>(document, at(document, place)), 'name');
  return typeof name === 'string' ? name : undefined;
}

/** What rules find that the engine does not report. */
const findChanges = async (comparison: Comparison, rules: ReadonlyMap<string, Rule>): Promise<RatedDifference[]> =>
  [...rules].flatMap(([code, { find }]) => (find?.(comparison) ?? []).map((one) => ({ ...one, code })));

/** The engine also compares components by themselves, whether or not an operation reaches them. */
const isReached = ({ path }: EngineChange): boolean => !/^#\/components\/(?!securitySchemes\/)/.test(path);

/** The place that a reader looks at: in the revision, or in the base where the node or keyword was removed. */
function pointerOf(
  { kind, property }: EngineChange,
  old: string | undefined,
  fresh: string | undefined,
  revision: Side,
): string {
  if (kind === 'removed') return old ?? fresh ?? '';
  const place = fresh ?? old ?? '';
  if (property === undefined || place.endsWith(`/${property}`)) return place;
  // A `const` is compared as an `enum`.
  const written = [property, ...(property === 'enum' ? ['const'] : [])].map((key) => child(place, key));
  return written.find((one) => at(revision.document, one) !== undefined) ?? place;
}

function rate(change: EngineDifference, comparison: Comparison, rules: ReadonlyMap<string, Rule>): RatedDifference[] {
  for (const [code, rule] of rules) {
    const rating = rule.rate?.(change, comparison);
    if (rating === 'nothing') return [];
    if (rating) return [{ ...rating, code, ...differenceOf(change) }];
  }
  return engineRating(change).map((rating) => ({ ...rating, ...differenceOf(change) }));
}

const differenceOf = ({
  kind,
  pointer,
  before,
  after,
  uses,
}: EngineDifference): Difference & { operations: string[] } => ({
  kind,
  pointer,
  operations: operationNames(uses),
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
});

function complete(found: RatedDifference, comparison: Comparison): Change {
  const { pointer, kind } = found;
  const side = kind === 'removed' ? comparison.base : comparison.revision;
  const { clauses = [], assumptions = [] } = side.basisOf(pointer) ?? {};
  const uses = () => [...comparison.base.usesOf(pointer), ...comparison.revision.usesOf(pointer)];
  return {
    ...found,
    operations: found.operations ?? operationNames(uses()),
    place: side.placeOf(pointer),
    clauses,
    assumptions,
    fingerprint: fingerprintOf(found, side.document),
  };
}

const byImpactAndPlace = (a: Change, b: Change): number =>
  IMPACTS.indexOf(a.impact) - IMPACTS.indexOf(b.impact) ||
  a.place.file.localeCompare(b.place.file, 'en') ||
  a.place.line - b.place.line;

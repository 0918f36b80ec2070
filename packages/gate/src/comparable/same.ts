import { isDeepStrictEqual } from 'node:util';
import { at, isRecord, isReference, keysOf, member } from '@vehicle-lookup/openapi';
import type { EngineChange } from '../comparison/engine.ts';
import { type Part, partAt } from './parts.ts';
import { isAnnotation } from './schema-join.ts';

/**
 * Whether two schemas of two documents say the same when references are followed; what they are called and described does not
 * matter. Where both come back to a pair that is being compared, nothing has differed on the way.
 */
export function isSame(one: unknown, other: unknown, documents: readonly [unknown, unknown]): boolean {
  const seen = new Set<string>();
  return compare(one, other, 'schema');

  function compare(left: unknown, right: unknown, part: Part): boolean {
    if (isReference(left) || isReference(right)) {
      const pair = JSON.stringify([left, right]);
      if (seen.has(pair)) return true;
      seen.add(pair);
      return compare(followed(left, documents[0]), followed(right, documents[1]), part);
    }
    if (Array.isArray(left) && Array.isArray(right)) {
      return (
        left.length === right.length &&
        left.every((item, index) => compare(item, right[index], partAt(part, String(index))))
      );
    }
    if (!isRecord(left) || !isRecord(right)) return isDeepStrictEqual(left, right);
    // Fields may be called like an annotation.
    const counts = (key: string) => part !== 'schema' || !isAnnotation(key);
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(counts);
    return keys.every((key) => compare(left[key], right[key], partAt(part, key)));
  }
}

/** One reference further; a constraint beside it stays, so that nothing with one is the same as something else. */
function followed(node: unknown, document: unknown): unknown {
  if (!isReference(node)) return node;
  const { $ref, ...beside } = node as { $ref: string } & Record<string, unknown>;
  const target = at(document, $ref.slice(1));
  return Object.keys(beside).every(isAnnotation) ? target : { ...beside, allOf: [target] };
}

/**
 * The changes with other words for schemas of a choice: the engine tells schemas apart by their references and by what stands in them,
 * and reports one as removed and one as added. Where both say the same, there is no change; where they differ in a range or a
 * pattern alone, it is the change of that keyword.
 */
export function withMatchedForms(changes: readonly EngineChange[], base: unknown, revision: unknown): EngineChange[] {
  const choiceOf = ({ path }: EngineChange) => path.split('/').slice(0, -1).join('/');
  const isForm = ({ path, typeName, property }: EngineChange) =>
    typeName === 'Schema' && property === undefined && ['anyOf', 'oneOf'].includes(keysOf(path).at(-2) ?? '');
  const forms = changes.filter(isForm);
  const matched = new Map<EngineChange, EngineChange[]>();
  for (const old of forms.filter(({ kind }) => kind === 'removed')) {
    const before = nodeOf(base, old.base);
    const is = (fresh: EngineChange, without: (node: unknown) => unknown) =>
      isSame(without(before), without(nodeOf(revision, fresh.revision)), [base, revision]);
    const others = forms.filter((one) => one.kind === 'added' && choiceOf(one) === choiceOf(old) && !matched.has(one));
    const same = others.find((one) => is(one, (node) => node));
    const alike = others.filter((one) => is(one, withoutRanges));
    const fresh = same ?? (alike.length === 1 ? alike[0] : undefined);
    if (fresh === undefined) continue;
    matched.set(old, []);
    matched.set(fresh, same ? [] : keywordChanges(old, fresh, before, nodeOf(revision, fresh.revision)));
  }
  return changes.flatMap((one) => matched.get(one) ?? [one]);
}

/** Keywords that rules compare as sets of values. */
const RANGES = /^(pattern|(exclusive)?(min|max)\w+)$/i;
const withoutRanges = (node: unknown): unknown =>
  isRecord(node) ? Object.fromEntries(Object.entries(node).filter(([key]) => !RANGES.test(key))) : node;

function keywordChanges(old: EngineChange, fresh: EngineChange, before: unknown, after: unknown): EngineChange[] {
  const [{ base }, { revision, path }] = [old, fresh];
  if (!base || !revision) return [fresh];
  const keywords = new Set(
    [before, after].flatMap((one) => Object.keys(Object(one)).filter((key) => RANGES.test(key))),
  );
  return [...keywords].flatMap((property): EngineChange[] => {
    const [from, to] = [member(before, property), member(after, property)];
    if (isDeepStrictEqual(from, to)) return [];
    const sides = { base: { ...base, value: from }, revision: { ...revision, value: to } };
    return [{ path, typeName: 'Schema', kind: 'modified', impact: 'patch', verdicts: [], property, ...sides }];
  });
}

const nodeOf = (document: unknown, side: { pointer: string } | undefined): unknown =>
  side && at(document, side.pointer.replace(/^#/, ''));

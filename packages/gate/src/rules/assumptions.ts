import { isDeepStrictEqual } from 'node:util';
import { type Assumption, at, child, keysOf, readAssumptions } from '@vehicle-lookup/openapi';
import { type Mark, readClauses } from '@vehicle-lookup/openapi/provenance';
import { type Comparison, operationsOn, placesOf, type Rule, renamedSchemas, type Side } from '../comparison/rule.ts';

export const assumptionAdded: Rule = {
  title: 'A new assumption',
  text: 'The document settles a point that the specification leaves open. Callers may now rely on the decision, so the change is minor. Keywords that were added with the assumption are rated separately.',
  find: ({ base, revision }) =>
    onlyIn(revision, base).map(([id, { statement }]) => ({
      kind: 'added',
      pointer: child('/x-assumptions', id),
      after: statement,
      operations: operationsOn(revision, id),
      impact: 'minor',
      audience: ['sender', 'reader'],
      what: `The assumption ${id} is new: ${statement}`,
      why: 'The contract now settles a point that the specification leaves open.',
      next: 'Confirm the assumption against a live service, as its `probe` describes.',
    })),
};

export const assumptionMoved: Rule = {
  title: 'An assumption covers different locations',
  text: 'More, fewer or different parts of the document are now based on the assumption instead of the specification. The change is minor.',
  find: (comparison) => {
    const { base, revision } = comparison;
    const known = readAssumptions(base.document);
    const renamed = renamedSchemas(comparison);
    /** Returns the current pointer for a pointer of the base. Pointers inside a renamed schema have its new name. */
    const placeNow = (place: string) => {
      const [root = '', kind = '', name = '', ...rest] = keysOf(place);
      const other = root === 'components' && kind === 'schemas' ? renamed.get(name) : undefined;
      return other === undefined ? place : [root, kind, other, ...rest].reduce(child, '');
    };
    return [...readAssumptions(revision.document).keys()].flatMap((id) => {
      if (!known.has(id)) return [];
      const [before, after] = [placesOf(base, id).map(placeNow), placesOf(revision, id)];
      const more = after.filter((place) => !before.includes(place));
      const less = before.filter((place) => !after.includes(place));
      if (more.length + less.length === 0) return [];
      const operations = [...new Set([...operationsOn(base, id), ...operationsOn(revision, id)])];
      const parts = [
        more.length > 0 ? `now covers ${more.join(', ')}` : '',
        less.length > 0 ? `no longer covers ${less.join(', ')}` : '',
      ];
      return {
        kind: 'modified',
        pointer: child('/x-assumptions', id),
        before: less,
        after: more,
        operations,
        impact: 'minor',
        audience: ['sender', 'reader'],
        what: `The assumption ${id} ${parts.filter((part) => part !== '').join(' and ')}.`,
        why: 'Different parts of the document are now based on the assumption instead of the specification.',
        next: 'Check these locations against the specification.',
      };
    });
  },
};

export const assumptionReworded: Rule = {
  title: 'An assumption was reworded',
  text: 'A different `statement` is a different decision, so the change is minor. A change to the evidence, strength or probe is patch.',
  find: ({ base, revision }) => {
    const before = readAssumptions(base.document);
    return [...readAssumptions(revision.document)].flatMap(([id, fresh]) => {
      const old = before.get(id);
      if (!old || isDeepStrictEqual(old, fresh)) return [];
      const texts = (Object.keys(fresh) as (keyof typeof fresh)[]).filter(
        (key) => !isDeepStrictEqual(old[key], fresh[key]),
      );
      const isOther = texts.includes('statement');
      return {
        kind: 'modified',
        pointer: child('/x-assumptions', id),
        before: Object.fromEntries(texts.map((key) => [key, old[key]])),
        after: Object.fromEntries(texts.map((key) => [key, fresh[key]])),
        operations: operationsOn(revision, id),
        impact: isOther ? 'minor' : 'patch',
        audience: isOther ? ['sender', 'reader'] : [],
        what: isOther
          ? `The assumption ${id} now states: ${fresh.statement}`
          : `The ${texts.join(' and ')} of the assumption ${id} changed.`,
        why: isOther ? 'Programs may rely on the old statement.' : 'The decision itself is the same.',
        next: isOther
          ? 'Compare the two statements; keywords that changed with them are rated separately.'
          : 'No action is needed.',
      };
    });
  },
};

export const assumptionSettled: Rule = {
  title: 'An assumption was settled by the specification',
  text: 'The keywords that were based on the assumption are now based on a clause. They are unchanged but no longer assumed, so the change is minor.',
  find: (comparison) =>
    onlyIn(comparison.base, comparison.revision)
      .filter(([id]) => isSettled(comparison, id))
      .map(([id, { statement }]) => ({
        kind: 'removed',
        pointer: child('/x-assumptions', id),
        before: statement,
        operations: operationsOn(comparison.base, id),
        impact: 'minor',
        audience: ['sender', 'reader'],
        what: `The assumption ${id} is settled: a clause of the specification now states it.`,
        why: 'The decision is now part of the specification.',
        next: 'Services that behave differently now violate the specification.',
      })),
};

export const assumptionWithdrawn: Rule = {
  title: 'An assumption was withdrawn',
  text: 'The contract no longer contains the decision. Responses need not change, but programs may no longer rely on the statement, so the change is minor. Keywords that were removed with the assumption are rated separately.',
  find: (comparison) =>
    onlyIn(comparison.base, comparison.revision)
      .filter(([id]) => !isSettled(comparison, id))
      .map(([id, { statement }]) => ({
        kind: 'removed',
        pointer: child('/x-assumptions', id),
        before: statement,
        operations: operationsOn(comparison.base, id),
        impact: 'minor',
        audience: ['sender', 'reader'],
        what: `The assumption ${id} was withdrawn: ${statement}`,
        why: 'The contract no longer guarantees the statement.',
        next: 'Look for programs that rely on the statement.',
      })),
};

export const specifiedChanged: Rule = {
  title: 'Without assumptions, a keyword has a different value',
  text: '`x-specified` contains the part of a keyword value that remains in the published document without assumptions. Validation against that document gives different results, so the change is minor. The effect on callers is rated where the keyword itself changes.',
  find: ({ base, revision }) => {
    const before = new Map(base.marks.map((mark) => [markName(mark), mark]));
    return revision.marks.flatMap((mark) => {
      const old = before.get(markName(mark));
      if (old === undefined || isDeepStrictEqual(old.specified, mark.specified)) return [];
      const [from, to] = [old.specified, mark.specified].map((one) =>
        one === undefined ? 'nothing' : JSON.stringify(one),
      );
      return {
        kind: 'modified',
        pointer: keysOf(`/${mark.key}`).reduce(child, child(mark.node, 'x-specified')),
        before: old.specified ?? null,
        after: mark.specified ?? null,
        impact: 'minor',
        audience: ['sender', 'reader'],
        what: `Without assumptions, \`${mark.key}\` is ${to}; it was ${from}.`,
        why: 'Programs that read the document without assumptions now allow different values.',
        next: 'Compare the value with the clause that states it.',
      };
    });
  },
};

const markName = ({ node, key }: Mark): string => JSON.stringify([node, key]);

/** Returns the assumptions that exist on one side only. */
function onlyIn(side: Side, other: Side): [id: string, Assumption][] {
  const known = readAssumptions(other.document);
  return [...readAssumptions(side.document)].filter(([id]) => !known.has(id));
}

/**
 * Returns whether the specification has settled an assumption, so that every part that was based on it is now based on a clause. A part
 * without keywords of its own is settled by a new clause that names it.
 */
function isSettled({ base, revision }: Comparison, id: string): boolean {
  const places = placesOf(base, id).filter((place) => at(revision.document, place) !== undefined);
  const known = readClauses(base.document);
  const fresh = [...readClauses(revision.document)].filter(([clause]) => !known.has(clause));
  const isNamed = (place: string) => fresh.some(([, { places: named }]) => named.includes(`#${place}`));
  const isOfClause = (place: string) => (revision.basisOf(place)?.clauses.length ?? 0) > 0;
  return places.length > 0 && places.every((place) => isNamed(place) || isOfClause(place));
}

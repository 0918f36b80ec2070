import { isDeepStrictEqual } from 'node:util';
import { child, isReference, keysOf, member, members } from '@vehicle-lookup/openapi';
import { readClauses } from '@vehicle-lookup/openapi/provenance';
import type { ChangeKind, Difference } from '../comparison/change.ts';
import type { Rule, Side } from '../comparison/rule.ts';

export const clauseChanged: Rule = {
  title: 'A clause of the specification was added, removed or reworded',
  text: 'The clause itself does not change requests or responses, so the change is patch. Its requirement is rated where the document states it.',
  find: ({ base, revision }) => {
    const [before, after] = [readClauses(base.document), readClauses(revision.document)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
      const [old, fresh] = [before.get(id)?.text, after.get(id)?.text];
      if (old === fresh) return [];
      const kind = kindOf(old, fresh);
      return {
        kind,
        pointer: child('/x-clauses', id),
        ...valuesOf(old, fresh),
        operations: [],
        impact: 'patch',
        audience: [],
        what: `The clause ${id} was ${kind === 'modified' ? 'reworded' : kind}.`,
        why: 'Its requirement is rated where the document states it.',
        next: 'Compare the locations that state the clause with the new wording.',
      };
    });
  },
};

export const exampleChanged: Rule = {
  title: 'An example was changed',
  text: 'Examples are illustrations, and the mock returns them. An added, removed or changed example is patch, because no schema changed.',
  find: ({ base, revision }) => {
    const [before, after] = [examplesOf(base), examplesOf(revision)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((pointer) => {
      const [old, fresh] = [before.get(pointer), after.get(pointer)];
      if (isDeepStrictEqual(old, fresh) || isMoved(old, fresh, before, after)) return [];
      const kind = kindOf(old, fresh);
      return {
        kind,
        pointer,
        ...valuesOf(old, fresh),
        impact: 'patch',
        audience: ['reader'],
        what: `${exampleName(pointer)} was ${kind === 'modified' ? 'changed' : kind}.`,
        why: "Tests that expect the mock's old response may fail.",
        next: 'Check tests that rely on the example.',
      };
    });
  },
};

const kindOf = (old: unknown, fresh: unknown): ChangeKind =>
  old === undefined ? 'added' : fresh === undefined ? 'removed' : 'modified';

const valuesOf = (old: unknown, fresh: unknown): Pick<Difference, 'before' | 'after'> => ({
  ...(old === undefined ? {} : { before: old }),
  ...(fresh === undefined ? {} : { after: fresh }),
});

/** Returns the name of an example for messages: `The example quota`, or `The example for skill` for an unnamed example. */
function exampleName(pointer: string): string {
  const [holder = '', name = ''] = keysOf(pointer).slice(-2);
  return `The example ${['example', 'examples'].includes(name) ? `for ${holder}` : name}`;
}

/** Returns whether the same example exists at a different location, because a component was renamed. */
const isMoved = (old: unknown, fresh: unknown, before: Map<string, unknown>, after: Map<string, unknown>): boolean =>
  (old === undefined && [...before.values()].some((one) => isDeepStrictEqual(one, fresh))) ||
  (fresh === undefined && [...after.values()].some((one) => isDeepStrictEqual(one, old)));

/** Returns the values of examples by pointer. */
function examplesOf({ nodes }: Side): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { node, at, named } of nodes) {
    if (named || !('example' in node || 'examples' in node)) continue;
    const pointer = at.reduce<string>(child, '');
    if ('example' in node) found.set(child(pointer, 'example'), node.example);
    if (Array.isArray(node.examples)) found.set(child(pointer, 'examples'), node.examples);
    else
      for (const [name, one] of members(node.examples)) {
        if (!isReference(one)) found.set(child(child(pointer, 'examples'), name), member(one, 'value'));
      }
  }
  return found;
}

import { items, member, members } from '@vehicle-lookup/openapi';
import type { Side } from '../comparison/rule.ts';
import type { PlacePair, Places } from './difference.ts';
import { flatten } from './flat.ts';
import { nodeAt } from './readers.ts';

/**
 * Pairs forms that are the same, have the same name, or are alike.
 * @param before and `after`: the places of the forms
 * @returns `left`: the forms that only one side has
 */
export function pairForms(
  before: readonly string[],
  after: readonly string[],
  [old, fresh]: readonly [Side, Side],
  isSame: (pair: PlacePair) => boolean,
): { pairs: PlacePair[]; left: Places[] } {
  const rest = [...after];
  const pairs: PlacePair[] = [];
  let open = [...before];
  const ways: ((base: string, revision: string) => boolean)[] = [
    (base, revision) => isSame([base, revision]),
    (base, revision) => isSameName(nodeAt(old.document, base), nodeAt(fresh.document, revision)),
    (base, revision) => outlineOf(old, base) === outlineOf(fresh, revision),
  ];
  for (const isPair of ways) {
    open = open.filter((base) => {
      const index = rest.findIndex((revision) => isPair(base, revision));
      if (index < 0) return true;
      pairs.push([base, rest.splice(index, 1)[0] ?? '']);
      return false;
    });
  }
  // One form that changed is the same form.
  if (open.length === 1 && rest.length === 1 && before.length === after.length) {
    pairs.push([open.pop() ?? '', rest.pop() ?? '']);
  }
  return { pairs, left: [...open.map((base) => ({ base })), ...rest.map((revision) => ({ revision }))] };
}

/** The types and the names of the fields of a form. */
function outlineOf({ document, readers }: Side, pointer: string): string {
  const { keywords, fields } = flatten(document, pointer, readers.plain);
  return JSON.stringify([items(keywords.get('type')?.value).sort(), [...fields.keys()].sort()]);
}

/** Whether two forms have the same title, refer to the same component, or have the same constants. */
function isSameName(a: unknown, b: unknown): boolean {
  const [title, other] = [member(a, 'title'), member(b, 'title')];
  if (title !== undefined || other !== undefined) return title === other;
  const [reference, second] = [member(a, '$ref'), member(b, '$ref')];
  if (reference !== undefined || second !== undefined) return reference === second;
  const tags = (form: unknown) =>
    JSON.stringify(
      members(member(form, 'properties')).flatMap(([name, part]) =>
        member(part, 'const') === undefined ? [] : [[name, member(part, 'const')]],
      ),
    );
  return tags(a) !== '[]' && tags(a) === tags(b);
}

import { items, keysOf, member } from '@vehicle-lookup/openapi';
import type { Side } from '../comparison/rule.ts';
import type { PlacePair, Places } from './difference.ts';
import { flatten } from './flat.ts';
import { nodeAt } from './readers.ts';

/**
 * Pairs the variants of two choices that have the same name, are equal, or have the same outline.
 * @param before pointers to the variants of the base; `after` contains the pointers of the revision
 * @returns the pairs, and in `left` the variants that exist on one side only
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
  const isSameName = (base: string, revision: string) => {
    const name = nameOf(old, base);
    return name !== undefined && name === nameOf(fresh, revision);
  };
  const ways: ((base: string, revision: string) => boolean)[] = [
    (base, revision) => isSameName(base, revision) && isSame([base, revision]),
    isSameName,
    (base, revision) => isSame([base, revision]),
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
  // If each side has one variant left, the variant was changed.
  if (open.length === 1 && rest.length === 1 && before.length === after.length) {
    pairs.push([open.pop() ?? '', rest.pop() ?? '']);
  }
  return { pairs, left: [...open.map((base) => ({ base })), ...rest.map((revision) => ({ revision }))] };
}

/** Returns the name of a variant for messages: its title, the component that it refers to, or its number. */
export function labelOf(form: unknown, { base, revision }: Places): string {
  const keys = keysOf(revision ?? base ?? '');
  const name = member(form, 'title') ?? keysOf(String(member(form, '$ref') ?? '')).at(-1);
  const field = keys.at(-4) === 'properties' ? ` of the field ${keys.at(-3)}` : '';
  return `form ${name || Number(keys.at(-1)) + 1}${field}`;
}

/** Returns the types and the field names of a variant. For objects, the type `null` is ignored. */
function outlineOf({ document, readers }: Side, pointer: string): string {
  const { keywords, fields } = flatten(document, pointer, readers.plain);
  return JSON.stringify([
    items(keywords.get('type')?.value)
      .filter((type) => fields.size === 0 || type !== 'null')
      .sort(),
    [...fields.keys()].sort(),
  ]);
}

/** Returns the name of a variant: its title, its reference, the constants of its fields, or the references in its `allOf`. */
function nameOf({ document, readers }: Side, pointer: string): string | undefined {
  const form = nodeAt(document, pointer);
  const stated = member(form, 'title') ?? member(form, '$ref');
  if (stated !== undefined) return String(stated);
  const tags = [...flatten(document, pointer, readers.plain).fields].flatMap(([name, [part]]) => {
    const values = 'const' in Object(part?.node) ? [member(part?.node, 'const')] : items(member(part?.node, 'enum'));
    return values.length === 1 ? [[name, values[0]]] : [];
  });
  const parts = items(member(form, 'allOf')).flatMap((one) => member(one, '$ref') ?? []);
  return tags.length > 0 ? JSON.stringify(tags) : parts.join() || undefined;
}

import { child } from '@vehicle-lookup/selectors';
import { flattened } from './applying-shapes.ts';
import type { Shape } from './shape.ts';

/** More of them add nothing, and a body may have millions. */
const MOST_MEMBERS = 1000;

/**
 * Finds the members that no schema mentions. They are valid, because bodies may have additional members; people who look at a
 * live service want to know them.
 * @param ref the schema of the value
 * @returns JSON Pointers in the value, the first thousand; members of an undocumented member are not listed
 */
export function undocumented(ref: string, value: unknown): string[] {
  const found: string[] = [];
  walk([{ ref }], value, [], found);
  return found;
}

/** Pointers are made for undocumented members only: nearly all members are documented. */
function walk(declared: Shape[], value: unknown, path: (string | number)[], found: string[]): void {
  if (declared.length === 0 || typeof value !== 'object' || value === null) return;
  const all = declared.length === 1 ? flattened(declared[0] as Shape) : declared.flatMap(flattened);
  const below = (key: string | number, shapes: Shape[], member: unknown): void => {
    path.push(key);
    walk(shapes, member, path, found);
    path.pop();
  };
  if (Array.isArray(value)) {
    const items = all.flatMap((shape) => shape.items ?? []);
    for (const [index, item] of value.entries()) {
      if (found.length === MOST_MEMBERS) return;
      below(index, items, item);
    }
    return;
  }
  const described = all.filter((shape) => shape.members);
  if (described.length === 0 || all.some((shape) => shape.open)) return;
  for (const [name, member] of Object.entries(value)) {
    if (found.length === MOST_MEMBERS) return;
    const known = described.flatMap(({ members = {} }) => (Object.hasOwn(members, name) ? (members[name] ?? []) : []));
    if (known.every(({ never }) => never)) found.push([...path, name].reduce<string>(child, ''));
    else below(name, known, member);
  }
}

import { child } from '@vehicle-lookup/openapi';
import { shapes } from '#compiled';
import { flattened, type Shape } from './shape.ts';

/** More fields add no information, and a body may have millions. */
const MOST_MEMBERS = 1000;

/**
 * Finds the fields that no schema mentions. They are valid, because bodies may have additional fields, but users who check
 * a live service need to see them.
 * @param ref the schema of the value
 * @returns JSON Pointers in the value, the first thousand; fields of an undocumented field are not listed
 */
export function undocumented(ref: string, value: unknown): string[] {
  const found: string[] = [];
  if (isObject(value)) walk(declaredBy(ref), value, [], found);
  return found;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Pointers are built only for undocumented fields, because nearly all fields are documented. */
function walk({ items, members }: Declared, value: object, path: (string | number)[], found: string[]): void {
  const isList = Array.isArray(value);
  if (isList ? !items : !members) return;
  for (const name of isList ? value.keys() : Object.keys(value)) {
    if (found.length === MOST_MEMBERS) return;
    const declared = isList ? items : members?.get(name as string);
    const member = (value as Record<string | number, unknown>)[name];
    if (!declared) found.push([...path, name].reduce<string>(child, ''));
    else if (isObject(member)) {
      path.push(name);
      walk(declared, member, path, found);
      path.pop();
    }
  }
}

/** The statements of all shapes of a value about its fields. */
interface Declared {
  /** The statements about each element of a list; undefined if there are none. */
  items: Declared | undefined;
  /** By name; undefined if there are no statements, or all fields are allowed. */
  members: ReadonlyMap<string, Declared> | undefined;
}

const numbers = new WeakMap<Shape, number>();
let latest = 0;
const made = new Map<string, Declared>();
const madeByRef = new Map<string, Declared>();

/** @param ref the schema of a value; an unknown schema makes no statements */
function declaredBy(ref: string): Declared {
  const declared = madeByRef.get(ref) ?? together(shapes[ref] ? [shapes[ref]] : []);
  madeByRef.set(ref, declared);
  return declared;
}

/** Built once for shapes that apply together, because the same few shapes apply to the values of millions of bodies. */
function together(parts: readonly Shape[]): Declared {
  const all = [...new Set(parts.flatMap(flattened))];
  const key = all.map(numberOf).join();
  const known = made.get(key);
  if (known) return known;
  const declared: Declared = { items: undefined, members: undefined };
  // Before its fields, because a schema may refer to itself.
  made.set(key, declared);
  const items = all.flatMap((shape) => shape.items ?? []);
  if (items.length > 0) declared.items = together(items);
  if (all.some(({ members }) => members) && !all.some(({ open }) => open)) declared.members = membersOf(all);
  return declared;
}

function membersOf(all: readonly Shape[]): Map<string, Declared> {
  const byName = new Map<string, Shape[]>();
  for (const [name, shape] of all.flatMap(({ members = {} }) => Object.entries(members))) {
    byName.set(name, [...(byName.get(name) ?? []), shape]);
  }
  const allowed = [...byName].filter(([, own]) => !own.every(({ never }) => never));
  return new Map(allowed.map(([name, own]) => [name, together(own)]));
}

function numberOf(shape: Shape): number {
  const number = numbers.get(shape) ?? ++latest;
  numbers.set(shape, number);
  return number;
}

import { child } from '@vehicle-lookup/openapi';
import { shapes } from '#compiled';
import { flattened, type Shape } from './shape.ts';

/** Maximum number of fields to list, because a body may have millions of undocumented fields. */
const MOST_MEMBERS = 1000;

/**
 * Returns the fields that no schema mentions. Such fields are valid, but relevant to users who check a live service.
 * @param ref the schema of the value
 * @returns JSON Pointers to the first thousand fields; fields within an undocumented field are omitted
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

/** The fields that the shapes of a value declare together. */
interface Declared {
  /** The declaration of list elements; undefined if the shapes do not declare elements. */
  items: Declared | undefined;
  /** Declared fields by name; undefined if no fields are declared or all names are allowed. */
  members: ReadonlyMap<string, Declared> | undefined;
}

const numbers = new WeakMap<Shape, number>();
let latest = 0;
const made = new Map<string, Declared>();
const madeByRef = new Map<string, Declared>();

/** Returns the declared fields of a schema; none for an unknown schema. */
function declaredBy(ref: string): Declared {
  const declared = madeByRef.get(ref) ?? together(shapes[ref] ? [shapes[ref]] : []);
  madeByRef.set(ref, declared);
  return declared;
}

/** Combines shapes that apply together. The result is cached, because the same few shapes apply to millions of values. */
function together(parts: readonly Shape[]): Declared {
  const all = [...new Set(parts.flatMap(flattened))];
  const key = all.map(numberOf).join();
  const known = made.get(key);
  if (known) return known;
  const declared: Declared = { items: undefined, members: undefined };
  // Cached before its fields are known, because a schema may refer to itself.
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

import { child } from '@vehicle-lookup/document';
import { type Declared, declaredBy } from './declared.ts';

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
  if (isObject(value)) walk(declaredBy(ref), value, [], found);
  return found;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Pointers are made for undocumented members only: nearly all members are documented. */
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

import { child } from './pointer.ts';
import { shapes } from './shapes.gen.ts';

/** What a schema says of members, without what it says of values. */
export interface Shape {
  /** Another schema that holds as well. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, of which one or all hold. */
  any?: Shape[];
  /** The schema describes members by a pattern: any name is documented. */
  open?: boolean;
}

/**
 * Finds the members that no schema mentions. Bodies are open to additional members, so they are no fault; a reader of
 * a live service wants to know them.
 * @param ref the schema that the value keeps
 * @returns JSON Pointers in the value; the pointer of an undocumented member ends the descent
 */
export function undocumented(ref: string, value: unknown): string[] {
  return [...walk([{ ref }], value, '')];
}

function* walk(declared: Shape[], value: unknown, at: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const all = flatten(declared);
  if (Array.isArray(value)) {
    const items = all.flatMap((shape) => shape.items ?? []);
    for (const [index, item] of value.entries()) yield* walk(items, item, child(at, index));
    return;
  }
  const described = all.filter((shape) => shape.members);
  if (described.length === 0 || all.some((shape) => shape.open)) return;
  for (const [name, member] of Object.entries(value)) {
    const pointer = child(at, name);
    const known = described.flatMap((shape) =>
      Object.hasOwn(shape.members ?? {}, name) ? (shape.members?.[name] ?? []) : [],
    );
    if (known.length === 0) yield pointer;
    else yield* walk(known, member, pointer);
  }
}

function flatten(declared: Shape[], seen = new Set<string>()): Shape[] {
  return declared.flatMap((shape) => {
    const parts = shape.any ? flatten(shape.any, seen) : [];
    if (shape.ref && !seen.has(shape.ref))
      parts.push(...flatten([shapes[shape.ref] ?? {}], new Set([...seen, shape.ref])));
    return [shape, ...parts];
  });
}

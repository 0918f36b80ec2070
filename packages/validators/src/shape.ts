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
  return walk([{ ref }], value).map((path) => path.reduce<string>(child, ''));
}

type Path = (string | number)[];

/** Paths are made only for what is found: nearly all of a body is documented. */
function walk(declared: Shape[], value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const all = declared.length === 1 ? flattened(declared[0] as Shape) : declared.flatMap(flattened);
  if (Array.isArray(value)) {
    const items = all.flatMap((shape) => shape.items ?? []);
    return value.flatMap((item, index) => below(index, walk(items, item)));
  }
  const described = all.filter((shape) => shape.members);
  if (described.length === 0 || all.some((shape) => shape.open)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const known = described.flatMap(({ members = {} }) => (Object.hasOwn(members, name) ? (members[name] ?? []) : []));
    return known.length === 0 ? [[name]] : below(name, walk(known, member));
  });
}

const NONE: Path[] = [];
const below = (key: string | number, paths: Path[]): Path[] =>
  paths.length === 0 ? NONE : paths.map((path) => [key, ...path]);

const flat = new WeakMap<Shape, Shape[]>();

/** A shape with all that it refers to; a circle is entered once. */
function flattened(shape: Shape): Shape[] {
  const known = flat.get(shape);
  if (known) return known;
  const all = new Set<Shape>([shape]);
  for (const { ref, any = [] } of all) {
    for (const part of any) all.add(part);
    if (ref !== undefined && shapes[ref]) all.add(shapes[ref]);
  }
  const list = [...all];
  flat.set(shape, list);
  return list;
}

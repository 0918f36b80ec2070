import { shapes } from '#compiled';

/** The fields that a schema describes, and the basis of its rules, but not the rules. */
export interface Shape {
  /** Another schema that also applies. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, one or all of which apply. */
  any?: Shape[];
  /** Whether the schema describes fields by a pattern, so that every name counts as documented. */
  open?: boolean;
  /** Whether the schema is `false`, so that the field must be absent. */
  never?: boolean;
  /** The clauses that state a keyword, or `required/<name>`; under the empty key, the clauses that state the schema. */
  clauses?: Record<string, string[]>;
  /** The assumption on which a keyword rests; under the empty key, the assumption on which the schema rests. */
  assumes?: Record<string, string>;
}

const applying = new WeakMap<Shape, Shape[]>();

/** Returns a shape and all shapes that also apply, from the outside to the inside; a cycle is followed once. */
export function flattened(shape: Shape): Shape[] {
  const known = applying.get(shape);
  if (known) return known;
  const all = new Set<Shape>([shape]);
  for (const { ref, any = [] } of all) {
    for (const part of any) all.add(part);
    if (ref !== undefined && shapes[ref]) all.add(shapes[ref]);
  }
  const list = [...all];
  applying.set(shape, list);
  return list;
}

/** Returns the shapes that apply to a field or an element. */
export function below(declared: readonly Shape[], key: string): Shape[] {
  return declared.flatMap(({ members = {}, items }) => {
    const one = Object.hasOwn(members, key) ? members[key] : /^\d+$/.test(key) ? items : undefined;
    return one ? flattened(one) : [];
  });
}

import { shapes } from '#compiled';

/** The fields that a schema describes, and what its rules rest on; without the rules. */
export interface Shape {
  /** Another schema that applies, too. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** Further schemas, of which one or all apply. */
  any?: Shape[];
  /** The schema describes fields by a pattern: every name counts as documented. */
  open?: boolean;
  /** The schema is `false`: the field must be absent. */
  never?: boolean;
  /** The clauses that state a keyword, or `required/<name>`; under the empty key those that state the schema. */
  clauses?: Record<string, string[]>;
  /** The assumption that a keyword rests on; under the empty key the one that the schema rests on. */
  assumes?: Record<string, string>;
}

const applying = new WeakMap<Shape, Shape[]>();

/** A shape and all shapes that apply with it, from the outside to the inside; a circle is followed once. */
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

/** The shapes that apply to a field or an element. */
export function below(declared: readonly Shape[], key: string): Shape[] {
  return declared.flatMap(({ members = {}, items }) => {
    const one = Object.hasOwn(members, key) ? members[key] : /^\d+$/.test(key) ? items : undefined;
    return one ? flattened(one) : [];
  });
}

import { shapes } from '#compiled';

/** The fields that a schema describes and the basis of its rules, without the rules themselves. */
export interface Shape {
  /** Another schema that also applies. */
  ref?: string;
  members?: Record<string, Shape>;
  items?: Shape;
  /** The schemas in `anyOf`, `oneOf` and `allOf`. */
  any?: Shape[];
  /** Whether the schema accepts additional fields, so that every name is documented. */
  open?: boolean;
  /** Whether the schema is `false`, so that the field must be absent. */
  never?: boolean;
  /** The clauses for each keyword and `required/<name>`. The empty key has the clauses for the schema itself. */
  clauses?: Record<string, string[]>;
  /** The assumption for each keyword. The empty key has the assumption for the schema itself. */
  assumes?: Record<string, string>;
}

const applying = new WeakMap<Shape, Shape[]>();

/** Returns a shape and all shapes that also apply, starting with the outermost shape. A cycle is followed once. */
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

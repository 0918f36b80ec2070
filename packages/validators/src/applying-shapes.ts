import { shapes } from '#compiled';
import type { Shape } from './shape.ts';

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

/** The shapes that apply to a member or an element. */
export function below(declared: readonly Shape[], key: string): Shape[] {
  return declared.flatMap(({ members = {}, items }) => {
    const one = Object.hasOwn(members, key) ? members[key] : /^\d+$/.test(key) ? items : undefined;
    return one ? flattened(one) : [];
  });
}

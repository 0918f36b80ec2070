import { type Document, type Schema, target } from '@vehicle-lookup/selectors/document';
import type { Shape } from '../src/shape.ts';
import type { Bodies } from './bodies.ts';

/** The shapes of the bodies' schemas and of all schemas that they refer to. */
export function documentShapes(document: Document, bodies: Bodies): Record<string, Shape> {
  const shapes: Record<string, Shape> = {};
  const wanted = Object.values(bodies).flatMap((statuses) =>
    Object.values(statuses)
      .flat()
      .map(({ ref }) => ref),
  );
  for (let ref = wanted.pop(); ref !== undefined; ref = wanted.pop()) {
    if (ref in shapes) continue;
    shapes[ref] = shapeOf(target(document, ref) as Schema | boolean, (other) => wanted.push(other));
  }
  return shapes;
}

function shapeOf(schema: Schema | boolean, refersTo: (ref: string) => void): Shape {
  if (typeof schema === 'boolean') return {};
  const of = (other: unknown) => shapeOf(other as Schema | boolean, refersTo);
  const shape: Shape = {};
  if (typeof schema.$ref === 'string') {
    refersTo(schema.$ref);
    shape.ref = schema.$ref;
  }
  if (typeof schema.properties === 'object') {
    // A member whose schema is `false` must be absent: it is not documented.
    const members = Object.entries(schema.properties as Record<string, Schema | boolean>).filter(
      ([, member]) => member !== false,
    );
    shape.members = Object.fromEntries(members.map(([name, member]) => [name, of(member)]));
  }
  if (schema.additionalProperties || schema.patternProperties) shape.open = true;
  if (schema.items) shape.items = of(schema.items);
  const any = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (schema[keyword] as Schema[] | undefined) ?? []).map(of);
  if (any.length > 0) shape.any = any;
  return shape;
}

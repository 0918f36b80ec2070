import { child, type Document, type Schema, target } from '@vehicle-lookup/openapi';
import { clausesByPlace, MEANING, readMarks } from '@vehicle-lookup/openapi/provenance';
import type { Shape } from '../../src/validators/shape.ts';

/** The basis of a schema: the clauses that state it, and the assumption that covers it. */
interface Rests {
  clauses?: string[] | undefined;
  assumption?: string | undefined;
}

/** Returns the shapes of schemas and of all schemas to which they refer, by reference. */
export function documentShapes(document: Document, refs: readonly string[]): Record<string, Shape> {
  const clauses = clausesByPlace(document);
  const marks = readMarks(document).filter(({ key }) => key !== MEANING);
  const assumptions = new Map(marks.map(({ covers, ids: [id] }) => [covers, id]));
  /** Returns the basis of a place; by default, the basis of its parent. */
  const restsOn = (pointer: string, above: Rests): Rests => ({
    clauses: clauses.get(pointer) ?? above.clauses,
    // An assumption for a `$ref` covers the whole schema, which contains only the reference.
    assumption: assumptions.get(pointer) ?? assumptions.get(child(pointer, '$ref')) ?? above.assumption,
  });
  const shapes: Record<string, Shape> = {};
  const wanted = [...refs];

  function shapeOf(schema: Schema | boolean, pointer: string, above: Rests): Shape {
    const rests = restsOn(pointer, above);
    const shape: Shape = owners(schema, pointer, rests);
    if (schema === false) shape.never = true;
    if (typeof schema === 'boolean') return shape;
    const below = (keys: string[], node: unknown): Shape => {
      const pointers = keys.map((_, length) => keys.slice(0, length + 1).reduce(child, pointer));
      const inherited = pointers.slice(0, -1).reduce<Rests>((from, place) => restsOn(place, from), rests);
      return shapeOf(node as Schema | boolean, pointers.at(-1) ?? pointer, inherited);
    };
    if (typeof schema.$ref === 'string') {
      wanted.push(schema.$ref);
      shape.ref = schema.$ref;
    }
    if (typeof schema.properties === 'object') {
      const members = Object.entries(schema.properties ?? {});
      shape.members = Object.fromEntries(members.map(([name, one]) => [name, below(['properties', name], one)]));
    }
    if (schema.additionalProperties || schema.patternProperties) shape.open = true;
    if (schema.items) shape.items = below(['items'], schema.items);
    const any = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      ((schema[keyword] as Schema[] | undefined) ?? []).map((one, index) => below([keyword, String(index)], one)),
    );
    if (any.length > 0) shape.any = any;
    return shape;
  }

  /** Returns the basis of a schema, and of each of its keywords with a separate basis. */
  function owners(schema: Schema | boolean, pointer: string, rests: Rests): Pick<Shape, 'clauses' | 'assumes'> {
    const keywords = Object.keys(Object(schema)).map((keyword) => [keyword, child(pointer, keyword)]);
    const required = ((Object(schema).required ?? []) as string[]).map((name, index) => [
      `required/${name}`,
      child(child(pointer, 'required'), index),
    ]);
    const places = [...keywords, ...required] as [string, string][];
    const stated = places.flatMap(([key, place]) => (clauses.has(place) ? [[key, clauses.get(place)]] : []));
    const assumed = places.flatMap(([key, place]) => (assumptions.has(place) ? [[key, assumptions.get(place)]] : []));
    if (rests.clauses) stated.unshift(['', rests.clauses]);
    if (rests.assumption !== undefined) assumed.unshift(['', rests.assumption]);
    return {
      ...(stated.length > 0 ? { clauses: Object.fromEntries(stated) } : {}),
      ...(assumed.length > 0 ? { assumes: Object.fromEntries(assumed) } : {}),
    };
  }

  for (let ref = wanted.pop(); ref !== undefined; ref = wanted.pop()) {
    if (ref in shapes) continue;
    const keys = ref.slice(1).split('/');
    const above = keys
      .slice(1)
      .map((_, length) => keys.slice(0, length + 1).join('/'))
      .reduce<Rests>((from, place) => restsOn(place, from), {});
    shapes[ref] = shapeOf(target(document, ref) as Schema | boolean, ref.slice(1), above);
  }
  return shapes;
}

import { isRecord, isReference, items, member, members } from '../openapi/node.ts';
import type { Document, Path } from '../openapi/openapi.ts';
import { child, keysOf } from '../openapi/pointer.ts';
import { target } from '../openapi/reference.ts';
import { readOperations, readWireOperation } from '../operations/read-operations.ts';

/** A valid response and its request. */
export interface ShownExchange {
  operation: string;
  status: string;
  /** Names of the parameters in the request. */
  parameters: readonly string[];
  /** The required parameter that the request omits, if any. */
  missing: string | undefined;
  /** The JSON body; undefined if the body is not JSON. */
  json: { body: unknown } | undefined;
  /** The envelope of the body, if the envelope has a title. */
  envelope: string | undefined;
}

const pointerOf = (at: Path): string => at.reduce<string>(child, '');

/**
 * Returns a function that lists the places that a valid response satisfies: its status, and the keywords of its body schemas.
 * @param wanted the schema places to list; other schema places are omitted
 */
export function shownPlaces(
  document: Document,
  wanted: ReadonlySet<string>,
): (exchange: ShownExchange) => ReadonlySet<string> {
  const wire = pointerOf(readWireOperation(document).at);
  const operations = new Map(readOperations(document).map((operation) => [operation.id, operation]));
  /** The wanted places of each schema, by schema pointer. */
  const ownPlaces = new Map<string, string[]>();
  return ({ operation: id, status, parameters, missing, json, envelope }) => {
    const operation = operations.get(id);
    const response = operation?.responses.find((one) => one.status === status);
    const shown = new Set<string>();
    if (!operation || !response) return shown;
    shown.add(wire);
    shown.add(pointerOf([...operation.at, 'responses', status]));
    shown.add(pointerOf(response.at));
    if (status === '200') {
      shown.add(pointerOf(operation.at));
      for (const [index, { name, at, node, selector }] of operation.parameters.entries()) {
        if (!parameters.includes(name)) continue;
        shown.add(pointerOf([...operation.at, 'parameters', index]));
        shown.add(pointerOf(at));
        // A valid value does not show that the service enforces a constraint, except the `const` of a selector.
        if (!isReference(node.schema)) continue;
        const schemaPointer = keysOf(node.schema.$ref).reduce(child, '');
        shown.add(schemaPointer);
        if (selector !== undefined) shown.add(child(schemaPointer, 'const'));
      }
      // The response shows that the credentials were accepted.
      shown.add('/security');
    }
    const left = operation.parameters.find(({ name }) => name === missing);
    if (left) shown.add(pointerOf([...left.at, 'required']));
    if (!json) return shown;
    for (const { schema, at } of response.media) {
      shown.add(pointerOf(at));
      collect(schema, pointerOf([...at, 'schema']), [json.body]);
    }
    return shown;

    /** Adds the places of a satisfied schema and of the schemas below it. All elements of a list are processed together. */
    function collect(node: unknown, pointer: string, values: readonly unknown[]): void {
      if (!isRecord(node)) return;
      const own = ownPlaces.get(pointer) ?? placesOf(node, pointer).filter((place) => wanted.has(place));
      ownPlaces.set(pointer, own);
      for (const place of own) shown.add(place);
      if (isReference(node)) collect(target(document, node.$ref), keysOf(node.$ref).reduce(child, ''), values);
      for (const [index, part] of items(node.allOf).entries()) collect(part, `${pointer}/allOf/${index}`, values);
      // The matching alternative is known only for the envelopes of a body.
      for (const [index, form] of items(node.anyOf).entries()) {
        if (member(form, 'title') === envelope) collect(form, `${pointer}/anyOf/${index}`, values);
      }
      const objects = node.properties === undefined ? [] : values.filter(isRecord);
      for (const [name, property] of members(node.properties)) {
        const found = objects.filter((value) => Object.hasOwn(value, name)).map((value) => value[name]);
        if (found.length > 0) collect(property, child(`${pointer}/properties`, name), found);
      }
      const elements = node.items === undefined ? [] : values.flatMap(items);
      if (elements.length > 0) collect(node.items, `${pointer}/items`, elements);
    }
  };
}

/** Returns the pointers of a schema, its keywords and its required names. */
const placesOf = (schema: Record<string, unknown>, pointer: string): string[] => [
  pointer,
  ...Object.keys(schema).map((keyword) => child(pointer, keyword)),
  ...items(schema.required).map((_, index) => `${pointer}/required/${index}`),
];

import {
  child,
  type Document,
  isRecord,
  isReference,
  items,
  keysOf,
  member,
  members,
  type Path,
  readOperations,
  readWireOperation,
  target,
} from '@vehicle-lookup/openapi';
import type { Judgement } from '../judge/judgement.ts';

/** Adds the places of the document that a valid response keeps: its status, and the keywords of its body's schema. */
export type ShowPlaces = (judgement: Judgement, shown: Set<string>) => void;

const pointerOf = (at: Path): string => at.reduce<string>(child, '');

/** Reads which places of a document its responses can show. */
export function showPlaces(document: Document): ShowPlaces {
  const wire = pointerOf(readWireOperation(document).at);
  const operations = new Map(readOperations(document).map((operation) => [operation.id, operation]));
  return ({ request, response: received, json, envelope }, shown) => {
    const operation = operations.get(request.operation);
    const response = operation?.responses.find(({ status }) => status === String(received?.status));
    if (!operation || !response) return;
    shown.add(wire);
    shown.add(pointerOf([...operation.at, 'responses', response.status]));
    shown.add(pointerOf(response.at));
    if (response.status === '200') {
      shown.add(pointerOf(operation.at));
      for (const [index, { name, at, node, selector }] of operation.parameters.entries()) {
        if (!request.query.some(([own]) => own === name)) continue;
        shown.add(pointerOf([...operation.at, 'parameters', index]));
        shown.add(pointerOf(at));
        // Of its rules a good value shows nothing, only a wrong one does; a selector has one value.
        if (!isReference(node.schema)) continue;
        const schemaPointer = keysOf(node.schema.$ref).reduce(child, '');
        shown.add(schemaPointer);
        if (selector !== undefined) shown.add(child(schemaPointer, 'const'));
      }
      // With the credentials it was answered.
      shown.add('/security');
    }
    const left = operation.parameters.find(({ name }) => name === request.parameter);
    if (left && request.kind === 'missing-parameter') shown.add(pointerOf([...left.at, 'required']));
    if (!json) return;
    for (const { schema, at } of response.media) {
      shown.add(pointerOf(at));
      collect(schema, pointerOf([...at, 'schema']), [json.body]);
    }

    /** A schema that values keep, and what lies below it as far as one of them goes: all elements of a list at once. */
    function collect(node: unknown, pointer: string, values: readonly unknown[]): void {
      if (!isRecord(node)) return;
      shown.add(pointer);
      for (const keyword of Object.keys(node)) shown.add(child(pointer, keyword));
      for (const index of items(node.required).keys()) shown.add(`${pointer}/required/${index}`);
      if (isReference(node)) collect(target(document, node.$ref), keysOf(node.$ref).reduce(child, ''), values);
      for (const [index, part] of items(node.allOf).entries()) collect(part, `${pointer}/allOf/${index}`, values);
      // Which of several alternatives a value keeps is known of the forms of a body alone.
      for (const [index, form] of items(node.anyOf).entries()) {
        if (member(form, 'title') === envelope) collect(form, `${pointer}/anyOf/${index}`, values);
      }
      for (const [name, property] of members(node.properties)) {
        const own = values.flatMap((value) => (isRecord(value) && Object.hasOwn(value, name) ? [value[name]] : []));
        if (own.length > 0) collect(property, child(`${pointer}/properties`, name), own);
      }
      const elements = values.flatMap(items);
      if (elements.length > 0) collect(node.items, `${pointer}/items`, elements);
    }
  };
}

/** A text for people: no response shows that it is kept. */
export const isText = (pointer: string): boolean => /(?<!\/properties)\/(description|summary)$/.test(pointer);

import type { Contract } from './contract.ts';
import { formsOf } from './envelopes.ts';
import { allFields, fieldsAt, idOf, pointerOf } from './fields.ts';

/**
 * Finds the parts of the pages that show locations in the document.
 * @returns map from JSON Pointer to URL within the site, on the page of the first operation that contains the location
 */
export function readPlaces({ document, operations }: Contract): Map<string, string> {
  const places = new Map<string, string>();
  const add = (pointer: string, id: string, fragment: string): void => {
    if (!places.has(pointer)) places.set(pointer, `operations/${id}#${fragment}`);
  };
  for (const { id, at, parameters, responses } of operations) {
    add(pointerOf(at), id, 'content');
    for (const parameter of parameters) add(pointerOf(parameter.at), id, idOf('parameter', parameter.name));
    for (const response of responses) {
      const isSuccess = response.status.startsWith('2');
      add(pointerOf([...at, 'responses', response.status]), id, isSuccess ? 'response' : `status-${response.status}`);
      const [form] = isSuccess ? formsOf(document, response) : [];
      for (const field of form ? allFields(fieldsAt(document, form.at)) : [])
        add(field.pointer, id, idOf('field', field.path));
    }
  }
  return places;
}

import { bodyForms, child, jsonOf, type Path } from '@vehicle-lookup/openapi';
import { anchor, operationPath } from '../site/links.ts';
import type { Contract } from './contract.ts';
import { type Field, fieldsAt } from './fields.ts';

/**
 * Where the pages show a place of the document.
 * @returns JSON pointer → address within the site: of the first operation that has the place
 */
export function readPlaces({ document, operations }: Contract): Map<string, string> {
  const places = new Map<string, string>();
  const add = (at: Path | string, id: string, place: string): void => {
    const pointer = typeof at === 'string' ? at : at.reduce<string>(child, '');
    if (!places.has(pointer)) places.set(pointer, `${operationPath(id)}#${place}`);
  };
  for (const { id, at, parameters, responses } of operations) {
    add(at, id, 'content');
    for (const parameter of parameters) add(parameter.at, id, anchor('parameter', parameter.name));
    for (const response of responses) {
      const isSuccess = response.status.startsWith('2');
      add([...at, 'responses', response.status], id, isSuccess ? 'response' : anchor('status', response.status));
      const media = isSuccess ? jsonOf(response) : undefined;
      const [form] = media ? bodyForms(document, media.schema, [...media.at, 'schema']) : [];
      const addFields = (fields: readonly Field[]): void => {
        for (const field of fields) {
          add(field.pointer, id, anchor('field', field.path));
          addFields(field.fields);
        }
      };
      if (form) addFields(fieldsAt(document, form.at));
    }
  }
  return places;
}

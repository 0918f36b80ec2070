import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  bodyForms,
  type Document,
  items,
  jsonOf,
  member,
  members,
  readOperations,
  resolveSchema,
} from '@vehicle-lookup/document';

/** A field of a vehicle's record in the document. */
export interface RecordField {
  name: string;
  isNumber: boolean;
}

/** The operation whose data are a vehicle's record. */
const OPERATION = 'getVehicle';

/** The fields of a vehicle's record, as the contract of this service has them. */
export function recordFields(): RecordField[] {
  const document: Document = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8'),
  );
  const replies = readOperations(document).find(({ id }) => id === OPERATION)?.responses ?? [];
  const fields = replies
    .filter(({ status }) => status === '200')
    .flatMap((reply) => jsonOf(reply) ?? [])
    .flatMap(({ schema, at }) => bodyForms(document, schema, at))
    .flatMap((form) => members(resolveSchema(document, member(form.schema.properties, 'data')).schema.properties));
  return fields.map(([name, schema]) => ({ name, isNumber: mayBeNumber(document, schema) }));
}

/** True for a schema that a number can satisfy, also as one of several. */
function mayBeNumber(document: Document, node: unknown): boolean {
  const { type, oneOf, anyOf } = resolveSchema(document, node).schema;
  const isNumeric = [type].flat().some((one) => one === 'number' || one === 'integer');
  return isNumeric || [...items(oneOf), ...items(anyOf)].some((one) => mayBeNumber(document, one));
}

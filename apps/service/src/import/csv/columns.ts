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
} from '@vehicle-lookup/openapi';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { shownValue } from '../invalid-line.ts';

/** Where the values of a vehicle stand in a row. */
export interface ColumnPlan {
  patterns: number;
  /** `column` is undefined for a field that the file does not have; it stays empty. */
  fields: { name: string; isNumber: boolean; column: number | undefined }[];
}

const PATTERNS = 'patterns';
/** Without them nothing can be found. */
const NECESSARY = ['carId', PATTERNS];

/**
 * Finds the column of each field: the one that the mapping names, by default the one with the field's name.
 * @param mapping columns by field
 * @throws UserError if the mapping names a field or a column that does not exist, or if a necessary column is missing
 */
export function planColumns(header: readonly string[], mapping: ReadonlyMap<string, string>, file: string): ColumnPlan {
  const fields = recordFields();
  const known = [PATTERNS, ...fields.map(({ name }) => name)];
  for (const [field, column] of mapping) {
    if (!known.includes(field)) {
      throw new UserError(`--columns: a vehicle has no field ${JSON.stringify(field)}; it has ${known.join(', ')}`, 2);
    }
    if (!header.includes(column)) throw missing(column, header, file);
  }
  const columnOf = (field: string): number | undefined => {
    const index = header.indexOf(mapping.get(field) ?? field);
    return index < 0 ? undefined : index;
  };
  for (const field of NECESSARY) {
    if (columnOf(field) === undefined) throw missing(field, header, file);
  }
  return {
    patterns: columnOf(PATTERNS) ?? 0,
    fields: fields.map((field) => ({ ...field, column: columnOf(field.name) })),
  };
}

const missing = (column: string, header: readonly string[], file: string): UserError =>
  new UserError(
    `${file}: expected a column ${shownValue(column)}, got ${namesOf(header)}. ` +
      'Say which columns to read with --columns, for example --columns carId=id,patterns=vin. Nothing was changed',
  );

/** This many names of columns are shown. */
const SHOWN = 10;

function namesOf(header: readonly string[]): string {
  const names = header.slice(0, SHOWN).map(shownValue).join(', ');
  return header.length > SHOWN ? `${names} and ${header.length - SHOWN} more` : names;
}

/** A field of a vehicle's record in the document. */
interface RecordField {
  name: string;
  isNumber: boolean;
}

/** The operation whose data are a vehicle's record. */
const OPERATION = 'getVehicle';

/** The fields of a vehicle's record, as the contract of this service has them. */
function recordFields(): RecordField[] {
  const document: Document = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8'),
  );
  const responses = readOperations(document).find(({ id }) => id === OPERATION)?.responses ?? [];
  const fields = responses
    .filter(({ status }) => status === '200')
    .flatMap((response) => jsonOf(response) ?? [])
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

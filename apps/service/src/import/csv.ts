import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Document, items, members, resolveSchema } from '@vehicle-lookup/openapi';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { type CsvError, type Info, parse } from 'csv-parse';
import { forEachList, uniqueSlugs } from '../catalogue/catalogue-entry.ts';
import type { LinePlace } from '../catalogue/draft/draft.ts';
import { checkEntry, excerpt, type ReadEntry, shownValue } from './check-entry.ts';
import { LONGEST_LINE } from './ndjson.ts';
import type { ImportSource } from './source.ts';

/** Separators between the VIN patterns in a cell. */
const SEPARATORS = /[\s|;,]+/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Reads a CSV file (RFC 4180) with one vehicle per row, and derives the brands and models from the rows.
 * @param columns column names by record field, or by `patterns`
 * @param document OpenAPI document with the record fields; default: the contract of this service
 * @throws UserError if a column does not exist
 */
export async function* readCsv(
  { name, content }: ImportSource,
  columns: ReadonlyMap<string, string>,
  document: Document = contract(),
): AsyncGenerator<Iterable<ReadEntry>> {
  const invalid: ReadEntry[] = [];
  const [fields, names] = [recordFields(document), namesOfRows()];
  let plan: ColumnPlan | undefined;
  let headerFault: string | undefined;
  let faultyLine = 0;
  /** Location of the next row. */
  let next: LinePlace = { line: 1, byte: 0 };
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    trim: true,
    info: true,
    max_record_size: LONGEST_LINE,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const got = excerpt(error?.message ?? 'something else');
      // The callback runs while a chunk is parsed, before the rows are read; an error here would end the parser.
      if (error?.records === 0) headerFault ??= got;
      const line = Number(error?.lines ?? next.line);
      // The parser reports a row that is too long once for each chunk.
      if (line === faultyLine) return undefined;
      faultyLine = line;
      invalid.push({ line, byte: next.byte, result: { faults: [{ pointer: '', expected: 'a CSV row', got }] } });
      return undefined;
    },
  });

  function* rows(): Generator<ReadEntry> {
    if (headerFault !== undefined) throw new UserError(`${name}: expected a CSV header, got ${headerFault}`);
    for (let row: { record: string[]; info: Info } | null = parser.read(); row !== null; row = parser.read()) {
      const place = next;
      next = { line: row.info.lines + 1, byte: row.info.bytes };
      if (!plan) {
        plan = planColumns(fields, row.record, columns, name);
        continue;
      }
      const vehicle = vehicleOf(row.record, plan);
      const result = checkEntry(vehicle);
      // A row with an invalid format does not add a brand. A row that the draft later rejects adds a brand.
      const { make = '', model = '' } = vehicle.record;
      if ('entry' in result) names.add(make, model, place);
      yield { ...place, result };
    }
    yield* invalid.splice(0);
  }

  for await (const chunk of content) {
    parser.write(chunk);
    yield rows();
  }
  parser.end();
  yield rows();
  if (!plan) planColumns(fields, [], columns, name);
  yield names.entries();
}

function vehicleOf(cells: readonly string[], { patterns, fields }: ColumnPlan) {
  const record = fields.map(({ name, isNumber, column }) => {
    const text = column === undefined ? '' : (cells[column] ?? '');
    return [name, isNumber && NUMBER.test(text) ? Number(text) : text];
  });
  return {
    kind: 'vehicle',
    patterns: (cells[patterns] ?? '').split(SEPARATORS).filter(Boolean),
    record: Object.fromEntries(record),
    ...forEachList(() => []),
  };
}

/** Collects the brands and models in the rows. Each brand or model has the location of its first row. */
function namesOfRows(): { add(make: string, model: string, place: LinePlace): void; entries(): Generator<ReadEntry> } {
  const makes = new Map<string, { place: LinePlace; models: Map<string, LinePlace> }>();
  return {
    add(make, model, place) {
      if (make === '') return;
      const known = makes.get(make) ?? { place, models: new Map() };
      makes.set(make, known);
      if (model !== '' && !known.models.has(model)) known.models.set(model, place);
    },
    *entries() {
      const brandSlug = uniqueSlugs();
      for (const [name, { place, models }] of makes) {
        const brand = brandSlug(name);
        const result = checkEntry({ kind: 'brand', name, slug: brand });
        yield { ...place, result };
        if (!('entry' in result)) continue;
        const modelSlug = uniqueSlugs();
        for (const [model, at] of models) {
          const entry = { kind: 'model', brand, name: model, slug: modelSlug(model) };
          yield { ...at, result: checkEntry(entry) };
        }
      }
    },
  };
}

/** The column indexes of a vehicle's values. */
interface ColumnPlan {
  patterns: number;
  /** Fields with their columns; `column` is undefined for a field without a column, which stays empty. */
  fields: (RecordField & { column: number | undefined })[];
}

const PATTERNS = 'patterns';

/**
 * Finds the column of each field: the column in the mapping or, by default, the column with the field name.
 * @param mapping column names by field
 * @throws UserError if the mapping contains an unknown field or column, or if a column is missing or occurs twice
 */
function planColumns(
  fields: readonly RecordField[],
  header: readonly string[],
  mapping: ReadonlyMap<string, string>,
  file: string,
): ColumnPlan {
  const known = [PATTERNS, ...fields.map(({ name }) => name)];
  for (const [field, column] of mapping) {
    if (!known.includes(field)) {
      throw new UserError(`--columns: a vehicle has no field ${JSON.stringify(field)}; it has ${known.join(', ')}`, 2);
    }
    if (!header.includes(column)) throw missing(column, header, file);
  }
  const columnOf = (field: string): number | undefined => {
    const column = mapping.get(field) ?? field;
    const index = header.indexOf(column);
    if (index !== header.lastIndexOf(column)) {
      throw new UserError(`${file}: expected each column once, got ${shownValue(column)} twice. No data were changed`);
    }
    return index < 0 ? undefined : index;
  };
  const patterns = columnOf(PATTERNS);
  // Without carId and patterns, vehicles cannot be found.
  if (columnOf('carId') === undefined) throw missing('carId', header, file);
  if (patterns === undefined) throw missing(PATTERNS, header, file);
  return { patterns, fields: fields.map((field) => ({ ...field, column: columnOf(field.name) })) };
}

/** Maximum number of column names in a message. */
const SHOWN = 10;

function missing(column: string, header: readonly string[], file: string): UserError {
  const more = header.length > SHOWN ? ` and ${header.length - SHOWN} more` : '';
  const names = header.length === 0 ? 'no header' : header.slice(0, SHOWN).map(shownValue).join(', ') + more;
  return new UserError(
    `${file}: expected a column ${shownValue(column)}, got ${names}. ` +
      'Map the columns with --columns, for example --columns carId=id,patterns=vin. No data were changed',
  );
}

interface RecordField {
  name: string;
  isNumber: boolean;
}

const contract = (): Document =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('@vehicle-lookup/service/openapi.json')), 'utf8'));

/** Returns the fields of the vehicle record in a document. */
function recordFields(document: Document): RecordField[] {
  const { properties } = resolveSchema(document, { $ref: '#/components/schemas/Vehicle' }).schema;
  return members(properties).map(([name, schema]) => ({ name, isNumber: mayBeNumber(document, schema) }));
}

/** Returns true if a schema allows a number, even as one of several types. */
function mayBeNumber(document: Document, node: unknown): boolean {
  const { type, oneOf, anyOf } = resolveSchema(document, node).schema;
  const isNumeric = [type].flat().some((one) => one === 'number' || one === 'integer');
  return isNumeric || [...items(oneOf), ...items(anyOf)].some((one) => mayBeNumber(document, one));
}

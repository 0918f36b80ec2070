import { closeSync, openSync, readSync } from 'node:fs';
import type { CommonOptions } from '../options.ts';
import { type CsvOptions, cellStyle, cellsOf, csvHeadings, csvLine } from '../output/csv.ts';
import { type Row, selectColumns, tableOf } from '../output/flatten.ts';
import { records } from './journal.ts';
import type { BatchRecord, RecordForm } from './record.ts';
import { replaceFile } from './sink.ts';
import type { ListRow } from './values.ts';

/** Name of the column with error messages. */
const ERROR = 'error';

/**
 * Writes the results of a batch as CSV and replaces an existing file. Each line of the list produces one row per record in its
 * result, or one row with the error. The rows contain the value, the list's other columns, all columns that the document
 * declares, and any additional fields in the responses.
 * @param rows lines of the list; results for other values are omitted
 * @param columns columns that the document declares
 * @returns an error message if requested fields do not exist
 * @throws UserError if the file cannot be written
 */
export async function writeBatchCsv(
  file: string,
  journal: string,
  rows: readonly ListRow[],
  form: RecordForm,
  columns: readonly string[],
  options: CsvOptions & Pick<CommonOptions, 'fields'>,
): Promise<string | undefined> {
  const places = await placesIn(journal, form);
  const descriptor = openSync(journal, 'r');
  const resultsOf = function* () {
    for (const { identity, others } of rows) {
      const place = places.get(identity);
      if (!place) continue;
      const bytes = Buffer.alloc(place.length);
      readSync(descriptor, bytes, 0, place.length, place.start);
      yield { others, found: tableRows(JSON.parse(bytes.toString('utf8')), form, options) };
    }
  };
  try {
    const own = [...new Set(rows.flatMap(({ others }) => [...others.keys()]))];
    const known = new Set([form.parameter, ...columns]);
    for (const { found } of resultsOf()) for (const row of found) for (const name of row.keys()) known.add(name);
    known.delete(ERROR);
    const [selected, fault] = selectColumns([...known, ERROR], options.fields);
    const all = [...new Set([form.parameter, ...selected.filter((name) => name !== ERROR), ERROR])];
    await replaceFile(file, async (sink) => {
      sink.append(csvHeadings(all, options, own).slice(0, -1));
      for (const { found, others } of resultsOf()) {
        const cells = own.map((name) => others.get(name) ?? '');
        for (const row of found) sink.append(csvLine(cellsOf(all, row), options, cells).slice(0, -1));
      }
    });
    return fault;
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the byte range of each result in the journal, so that only one result is in memory at a time. */
async function placesIn(journal: string, form: RecordForm): Promise<Map<string, { start: number; length: number }>> {
  const places = new Map<string, { start: number; length: number }>();
  let start = 0;
  for await (const { line, identity } of records(journal, form)) {
    const length = Buffer.byteLength(line);
    if (identity !== undefined) places.set(identity, { start, length });
    start += length + 1;
  }
  return places;
}

/** Returns the rows for a result. Each row contains the value. */
function tableRows(record: BatchRecord, { parameter }: RecordForm, options: CsvOptions): Row[] {
  const { [parameter]: value, data, error } = record;
  const input: [string, string] = [parameter, String(value)];
  if (error) return [new Map([input, [ERROR, `${error.code}: ${error.message}`]])];
  const { rows } = tableOf(data, cellStyle(options));
  // A value without records, such as a vehicle without fluids, produces a row without data.
  return (rows.length > 0 ? rows : [new Map()]).map((row) => new Map([...row, input]));
}

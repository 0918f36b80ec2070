import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import type { CommonOptions } from '../options.ts';
import { type CsvOptions, cellStyle, cellsOf, csvHeadings, csvLine } from '../output/csv.ts';
import { type Row, selectColumns, tableOf } from '../output/flatten.ts';
import { type BatchRecord, type RecordForm, readRecord } from './record.ts';
import { replaceFile } from './sink.ts';
import { type ListRow, splitLines } from './values.ts';

/** The results of a batch, and the list that they belong to. */
export interface BatchResults {
  /** The lines of JSON. They stay, so that the batch can be continued. */
  journal: string;
  /** The lines of the list. A result without one has no row: nobody asks for its value any more. */
  rows: readonly ListRow[];
  /** The CSV file. */
  file: string;
  form: RecordForm;
  /** The columns that the document declares. */
  columns: readonly string[];
}

/** The column of failures. */
const ERROR = 'error';

/**
 * Writes the results of a batch as CSV, which replaces an earlier file. Each line of the list has a row for each record of its
 * result, or one for its failure, with the other columns of the list beside the value. The columns are those of the document,
 * whatever the data, and further fields that the service sends.
 * @returns a message if requested fields do not exist
 * @throws UserError when the file cannot be written
 */
export async function writeBatchCsv(
  results: BatchResults,
  options: CsvOptions & Pick<CommonOptions, 'fields'>,
): Promise<string | undefined> {
  const { journal, rows, file, form, columns } = results;
  const places = await placesIn(journal, form);
  const descriptor = openSync(journal, 'r');
  const resultsOf = function* () {
    for (const { identity, others } of rows) {
      const place = places.get(identity);
      if (place) yield { others, found: tableRows(recordAt(descriptor, place), form, options) };
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

/** A line of the journal, in bytes. */
interface Place {
  start: number;
  length: number;
}

/** Where the journal has the result of each value. Results may be long, so only one is in memory at a time. */
async function placesIn(journal: string, form: RecordForm): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  let start = 0;
  for await (const { line, whole } of splitLines(createReadStream(journal, 'utf8'))) {
    const record = whole ? readRecord(line, form) : '';
    const length = Buffer.byteLength(line);
    if (typeof record === 'object') places.set(record.identity, { start, length });
    start += length + 1;
  }
  return places;
}

function recordAt(descriptor: number, { start, length }: Place): BatchRecord {
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, start);
  return JSON.parse(bytes.toString('utf8'));
}

/** The rows of a result; each has the value. */
function tableRows(record: BatchRecord, { parameter }: RecordForm, options: CsvOptions): Row[] {
  const { [parameter]: value, data, error } = record;
  const input: [string, string] = [parameter, String(value)];
  if (error) return [new Map([input, [ERROR, `${error.code}: ${error.message}`]])];
  const { rows } = tableOf(data, cellStyle(options));
  // A value without records, such as a vehicle without fluids, has a row, too.
  return (rows.length > 0 ? rows : [new Map()]).map((row) => new Map([...row, input]));
}

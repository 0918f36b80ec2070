import { createReadStream } from 'node:fs';
import { type CsvOptions, cellStyle, csvHeadings, csvRow } from '../output/csv.ts';
import { type Row, tableOf } from '../output/flatten.ts';
import type { BatchRecord, RecordForm } from './record.ts';
import { replaceFile } from './sink.ts';
import { splitLines } from './values.ts';

/**
 * Writes the lines of a batch as CSV, which replaces an earlier file: a row for each record of a result, and one for a failure. The
 * journal stays, so that the batch can be continued.
 * @throws UserError when the file cannot be written
 */
export async function writeBatchCsv(
  journal: string,
  file: string,
  form: RecordForm,
  options: CsvOptions,
): Promise<void> {
  const columns = new Set([form.parameter]);
  let hasErrors = false;
  for await (const { row, isError } of rowsIn(journal, form, options)) {
    hasErrors ||= isError;
    if (!isError) for (const name of row.keys()) columns.add(name);
  }
  const all = [...columns, ...(hasErrors ? [ERROR] : [])];
  await replaceFile(file, async (sink) => {
    sink.append(csvHeadings(all, options).slice(0, -1));
    for await (const { row } of rowsIn(journal, form, options)) sink.append(csvRow(all, row, options).slice(0, -1));
  });
}

/** The column of failures. */
const ERROR = 'error';

async function* rowsIn(
  journal: string,
  { parameter }: RecordForm,
  options: CsvOptions,
): AsyncGenerator<{ row: Row; isError: boolean }> {
  for await (const { line, whole } of splitLines(createReadStream(journal, 'utf8'))) {
    if (!whole) return;
    const { [parameter]: value, data, error }: BatchRecord = JSON.parse(line);
    const input: [string, string] = [parameter, String(value)];
    if (error) yield { row: new Map([input, [ERROR, `${error.code}: ${error.message}`]]), isError: true };
    const { rows } = tableOf(data, cellStyle(options));
    // A value without records, such as a vehicle without fluids, has a row, too.
    const found = error === undefined && rows.length === 0 ? [new Map()] : rows;
    for (const row of found) yield { row: new Map([...row, input]), isError: false };
  }
}

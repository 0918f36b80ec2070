import { type Command, printableJson } from '@vehicle-lookup/toolkit/command-line';
import { endOnSignals } from './batch/signals.ts';
import { EXIT } from './exit-code.ts';
import type { CommandOperation } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { cellStyle, csvOf } from './output/csv.ts';
import { failureText } from './output/failure.ts';
import { type Row, tableOf } from './output/flatten.ts';
import { render } from './output/render.ts';
import { type LookupOutcome, serviceOf, type Value } from './service.ts';
import { fail } from './single.ts';

/**
 * Sends the requests for a report and prints the report.
 * @returns the exit code
 */
export async function printReport(
  vin: string,
  decode: CommandOperation,
  parts: readonly { operation: CommandOperation; title: string }[],
  options: CommonOptions,
  say: Command['say'],
): Promise<number> {
  const { lookup, baseUrl } = serviceOf(options, say);
  endOnSignals(say);
  const decoded = await lookup(decode, [vin]);
  if (!decoded.ok) return fail(decoded, options, baseUrl);
  const { carId } = decoded.data as { carId: number };
  const results = await Promise.all(
    parts.map(async ({ operation, title }) => {
      const inputs: Value[] = operation.inputs.map(({ name }) => (name === 'carId' ? carId : vin));
      return { title, id: operation.id, result: await lookup(operation, inputs) };
    }),
  );
  if (options.json || options.format === 'json') {
    const members = results.map(({ id, result }) => [id, result.ok ? { data: result.data } : { error: result.error }]);
    const report = { decodeVin: { data: decoded.data }, ...Object.fromEntries(members) };
    process.stdout.write(`${printableJson(report, 2)}\n`);
  } else if (options.format === 'csv') {
    process.stdout.write(sheetCsv([{ title: 'Vehicle', result: decoded }, ...results], options));
  } else {
    const columns = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
    const sections = results.map(({ title, result }) => {
      const body = result.ok ? render(result.data, columns) : failureText(result.error, baseUrl);
      return `${title}\n${'═'.repeat(title.length)}\n${body}`;
    });
    process.stdout.write(`${[render(decoded.data, columns), ...sections].join('\n\n')}\n`);
  }
  return results.every(({ result }) => result.ok) ? EXIT.ok : EXIT.partial;
}

/** Returns all sections as one CSV table. The first column contains the section titles. */
function sheetCsv(sections: readonly { title: string; result: LookupOutcome }[], options: CommonOptions): string {
  const rows = sections.flatMap(({ title, result }): Row[] => {
    const part: [string, string] = ['part', title];
    if (!result.ok) return [new Map([part, ['error', failureText(result.error)]])];
    return tableOf(result.data, cellStyle(options)).rows.map((row) => new Map([part, ...row]));
  });
  return csvOf([...new Set(rows.flatMap((row) => [...row.keys()]))], rows, options);
}

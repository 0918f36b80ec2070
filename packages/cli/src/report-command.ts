import { Command, printableJson } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults } from './account/account.ts';
import { EXIT } from './exit-code.ts';
import { type CommandOperation, subjectOf } from './operation.ts';
import { type CommonOptions, outputFaults } from './options.ts';
import { cellStyle, csvOf } from './output/csv.ts';
import { failureText } from './output/failure.ts';
import { type Row, tableOf } from './output/flatten.ts';
import { render } from './output/render.ts';
import { type LookupFailure, type LookupSuccess, serviceOf, type Value } from './service.ts';
import { fail } from './single.ts';

/** What the document has about one vehicle, by its carId or VIN, beside the vehicle itself. */
const partsOf = (operations: readonly CommandOperation[], vehicle: CommandOperation): CommandOperation[] =>
  operations.filter(({ inputs, record }) => {
    const [{ name = '' } = {}, ...others] = inputs;
    return others.length === 0 && ['carId', 'vin'].includes(name) && record !== vehicle.record;
  });

/**
 * Creates the command `report VIN`: everything about a vehicle as one page or one JSON value. A part that the plan does not
 * include, or that does not exist, says so in its place.
 */
export function reportCommand(operations: readonly CommandOperation[]): Command {
  const decode = operations.find(({ id }) => id === 'decodeVin');
  if (!decode) throw new Error('the document has no operation decodeVin');
  const parts = partsOf(operations, decode).map((operation) => {
    const subject = subjectOf(operation).replace(/^oem\b/, 'OEM');
    return { operation, subject, title: subject.charAt(0).toUpperCase() + subject.slice(1) };
  });
  const subjects = new Intl.ListFormat('en-GB').format(['vehicle', ...parts.map(({ subject }) => subject)]);
  return new Command('report')
    .summary('Everything about a vehicle')
    .description(`For a VIN: ${subjects}; up to ${parts.length + 1} consultations.`)
    .argument('<VIN>', 'The VIN.')
    .check(accountFaults)
    .check((command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const rejected = options.raw ? '--raw' : options.fields ? '--fields' : undefined;
      const wrong = rejected ? [`${rejected}: a report is text, CSV, or one JSON value with --json`] : [];
      return [...wrong, ...outputFaults(options)];
    })
    .action(async function run(vin: string) {
      const options = this.optsWithGlobals<CommonOptions>();
      const { lookup, baseUrl } = serviceOf(options, (line) => this.say(line));
      const decoded = await lookup(decode, [vin]).safe();
      if (!decoded.ok) return fail(decoded, options, baseUrl);
      const { carId } = decoded.data as { carId: number };
      const results = await Promise.all(
        parts.map(async ({ operation, title }) => {
          const inputs: Value[] = operation.inputs.map(({ name }) => (name === 'carId' ? carId : vin));
          return { title, id: operation.id, result: await lookup(operation, inputs).safe() };
        }),
      );
      if (options.json || options.format === 'json') {
        const members = results.map(({ id, result }) => [
          id,
          result.ok ? { data: result.data } : { error: result.error },
        ]);
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
    });
}

/** All sections as one table, whose first column is the title of the section. */
function sheetCsv(
  sections: readonly { title: string; result: LookupSuccess | LookupFailure }[],
  options: CommonOptions,
): string {
  const rows = sections.flatMap(({ title, result }): Row[] => {
    const part: [string, string] = ['part', title];
    if (!result.ok) return [new Map([part, ['error', failureText(result.error)]])];
    return tableOf(result.data, cellStyle(options)).rows.map((row) => new Map([part, ...row]));
  });
  return csvOf([...new Set(rows.flatMap((row) => [...row.keys()]))], rows, options);
}

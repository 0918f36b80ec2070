import { Command } from '@vehicle-lookup/command-line';
import { EXIT } from './exit-code.ts';
import type { Operation } from './operation.ts';
import { accountFaults, type CommonOptions } from './options.ts';
import { failureText } from './output/failure.ts';
import { printedJson } from './output/json.ts';
import { render } from './output/render.ts';
import { serviceOf, type Value } from './service.ts';
import { fail } from './single.ts';

/** The parts of a sheet by their title; each is an operation that takes the carId or the VIN of the vehicle. */
const PARTS: Record<string, string> = {
  Fluids: 'getFluids',
  'OEM parts': 'getOemParts',
  'Repair times': 'getRepairTimes',
  Engines: 'getEngines',
};

/**
 * Creates the command `sheet VIN`: everything about a vehicle as one page or one JSON value. A part that the plan does not
 * include, or that does not exist, says so in its place.
 */
export function sheetCommand(operations: readonly Operation[]): Command {
  const find = (id: string): Operation => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(`the document has no operation ${id}`);
    return operation;
  };
  return new Command('sheet')
    .summary('Everything about a vehicle')
    .description('Vehicle, fluids, OEM parts, repair times and engines of a VIN: up to five consultations.')
    .argument('<VIN>', 'The VIN.')
    .check(accountFaults)
    .check((command) => {
      const { raw, fields, format } = command.optsWithGlobals<CommonOptions>();
      const refused = raw ? '--raw' : fields ? '--fields' : format === 'csv' ? '--format csv' : undefined;
      return refused ? [`${refused}: a sheet is a page, or one JSON value with --json`] : [];
    })
    .action(async function run(vin: string) {
      const options = this.optsWithGlobals<CommonOptions>();
      const { lookup } = serviceOf(options, (line) => this.say(line));
      const decoded = await lookup(find('decodeVin'), [vin]).safe();
      if (!decoded.ok) return fail(decoded, options);
      const { carId } = decoded.data as { carId: number };
      const parts = await Promise.all(
        Object.entries(PARTS).map(async ([title, id]) => {
          const operation = find(id);
          const inputs: Value[] = operation.inputs.map(({ name }) => (name === 'carId' ? carId : vin));
          return { title, id, result: await lookup(operation, inputs).safe() };
        }),
      );
      if (options.json || options.format === 'json') {
        const members = parts.map(({ id, result }) => [
          id,
          result.ok ? { data: result.data } : { error: result.error },
        ]);
        const sheet = { decodeVin: { data: decoded.data }, ...Object.fromEntries(members) };
        process.stdout.write(`${printedJson(sheet, 2)}\n`);
      } else {
        const columns = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
        const sections = parts.map(({ title, result }) => {
          const body = result.ok ? render(result.data, columns) : failureText(result.error);
          return `${title}\n${'═'.repeat(title.length)}\n${body}`;
        });
        process.stdout.write(`${[render(decoded.data, columns), ...sections].join('\n\n')}\n`);
      }
      return parts.every(({ result }) => result.ok) ? EXIT.ok : EXIT.partial;
    });
}

import { Command } from '@vehicle-lookup/command-line';
import { EXIT } from './exit-code.ts';
import { type CommandOperation, subjectOf } from './operation.ts';
import { accountFaults, type CommonOptions } from './options.ts';
import { failureText } from './output/failure.ts';
import { printedJson } from './output/json.ts';
import { render } from './output/render.ts';
import { serviceOf, type Value } from './service.ts';
import { fail } from './single.ts';

/** What the document has about one vehicle, by its carId or VIN, beside the vehicle itself. */
const partsOf = (operations: readonly CommandOperation[], vehicle: CommandOperation): CommandOperation[] =>
  operations.filter(({ inputs, record }) => {
    const [{ name = '' } = {}, ...others] = inputs;
    return others.length === 0 && ['carId', 'vin'].includes(name) && record !== vehicle.record;
  });

/**
 * Creates the command `sheet VIN`: everything about a vehicle as one page or one JSON value. A part that the plan does not
 * include, or that does not exist, says so in its place.
 */
export function sheetCommand(operations: readonly CommandOperation[]): Command {
  const decode = operations.find(({ id }) => id === 'decodeVin');
  if (!decode) throw new Error('the document has no operation decodeVin');
  const parts = partsOf(operations, decode).map((operation) => {
    const subject = subjectOf(operation).replace(/^oem\b/, 'OEM');
    return { operation, subject, title: subject.charAt(0).toUpperCase() + subject.slice(1) };
  });
  const subjects = new Intl.ListFormat('en-GB').format(['vehicle', ...parts.map(({ subject }) => subject)]);
  return new Command('sheet')
    .summary('Everything about a vehicle')
    .description(`For a VIN: ${subjects}; up to ${parts.length + 1} consultations.`)
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
      const decoded = await lookup(decode, [vin]).safe();
      if (!decoded.ok) return fail(decoded, options);
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
        const sheet = { decodeVin: { data: decoded.data }, ...Object.fromEntries(members) };
        process.stdout.write(`${printedJson(sheet, 2)}\n`);
      } else {
        const columns = process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY;
        const sections = results.map(({ title, result }) => {
          const body = result.ok ? render(result.data, columns) : failureText(result.error);
          return `${title}\n${'═'.repeat(title.length)}\n${body}`;
        });
        process.stdout.write(`${[render(decoded.data, columns), ...sections].join('\n\n')}\n`);
      }
      return results.every(({ result }) => result.ok) ? EXIT.ok : EXIT.partial;
    });
}

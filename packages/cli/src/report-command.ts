import { joinWords } from '@vehicle-lookup/openapi/selectors';
import { Command } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults } from './account/account.ts';
import { argumentsOf, type CommandOperation, subjectOf } from './operation.ts';
import { type CommonOptions, outputFaults } from './options.ts';

/**
 * Creates the command `report VIN`, which prints all data about a vehicle as text, CSV or JSON. If the plan does not include a
 * section, or the service has no data for it, the section contains the error.
 */
export function reportCommand(operations: readonly CommandOperation[]): Command {
  const decode = operations.find(({ id }) => id === 'decodeVin');
  if (!decode) throw new Error('the document has no operation decodeVin');
  // Operations about one vehicle, selected by carId or VIN, except for operations that return the vehicle itself.
  const others = operations.filter(({ record }) => record !== decode.record);
  const about = others.filter((operation) => ['CARID', 'VIN'].includes(argumentsOf(operation)));
  const parts = about.map((operation) => {
    const subject = subjectOf(operation).replace(/^oem\b/, 'OEM');
    return { operation, subject, title: subject.charAt(0).toUpperCase() + subject.slice(1) };
  });
  const subjects = joinWords(['vehicle', ...parts.map(({ subject }) => subject)]);
  return new Command('report')
    .summary('Print all data about a vehicle')
    .description(`Prints ${subjects} for a VIN. Cost: up to ${parts.length + 1} consultations.`)
    .argument('<VIN>', 'The VIN.')
    .check(accountFaults)
    .check((command) => {
      const options = command.optsWithGlobals<CommonOptions>();
      const rejected = options.raw ? '--raw' : options.fields ? '--fields' : undefined;
      const wrong = rejected ? [`${rejected}: a report is text, CSV, or one JSON value with --json`] : [];
      return [...wrong, ...outputFaults(options)];
    })
    .action(async function run(vin: string) {
      const { printReport } = await import('./report.ts');
      return printReport(vin, decode, parts, this.optsWithGlobals<CommonOptions>(), (line) => this.say(line));
    });
}

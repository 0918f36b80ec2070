import { Argument, Command, Option } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults } from './account/account.ts';
import { argumentsOf, type CommandOperation, commandName } from './operation.ts';
import { type BatchCommandOptions, batchOptions, type CommonOptions, outputFaults } from './options.ts';

/** Creates the command of an operation. Its operationId is an alias. */
export function operationCommand(operation: CommandOperation): Command {
  const { id, summary, description, inputs } = operation;
  const name = commandName(operation);
  const usage = [`${argumentsOf(operation)} [options]`.trim()];
  const command = new Command(name).summary(summary).description(description || summary);
  if (name !== id) command.alias(id);
  // Optional for commander, because --from replaces them; `faultsOf` checks their number.
  for (const input of inputs) command.addArgument(new Argument(`[${input.name.toUpperCase()}]`, input.description));
  if (inputs.length === 1) {
    for (const option of batchOptions()) command.addOption(option);
    usage.push(`--from FILE [--output FILE [--resume]] [options]`);
  } else command.addOption(new Option('--from [FILE]').hideHelp());
  return command
    .usage(usage.join(`\n       vehicle-lookup ${name} `))
    .allowExcessArguments()
    .check(accountFaults)
    .check((called) => faultsOf(operation, called))
    .action(() => run(operation, command));
}

/** The error in the words and options of a command, if there is one. */
async function faultsOf(operation: CommandOperation, command: Command): Promise<string[]> {
  const { inputs } = operation;
  const { from, ...others } = command.opts<BatchCommandOptions>();
  const { args } = command;
  const name = command.name();
  const takes = argumentsOf(operation);
  const common = command.optsWithGlobals<CommonOptions>();
  const { misspeltFields } = await import('./output/flatten.ts');
  if (from !== undefined) {
    const { format, fields } = common;
    if (format === 'table') return ['--format: a batch writes JSON lines, or --format csv'];
    if (fields && format !== 'csv')
      return ['--fields chooses columns of a batch as CSV: add --format csv --output FILE'];
    if (inputs.length !== 1) return [`--from gives one value per request, but ${name} takes ${takes || 'none'}`];
    if (args.length > 0) return [`give either ${takes} or --from FILE, not both`];
    const isResumable = (others.output ?? '-') !== '-';
    return [
      ...outputFaults(common),
      ...misspeltFields([...operation.columns, ...inputs.map((input) => input.name), 'error'], fields),
      ...(format === 'csv' && !isResumable ? ['--format csv: name the file of a batch with --output FILE'] : []),
      ...(others.resume && !isResumable ? ['--resume continues a file: name it with --output FILE'] : []),
      ...(others.retryNotFound && !others.resume ? ['--retry-not-found belongs to --resume'] : []),
    ];
  }
  const batch = inputs.length === 1;
  const faults = [
    ...outputFaults(common),
    ...misspeltFields(operation.columns, common.fields),
    ...command.options
      .filter((option) => Object.hasOwn(others, option.attributeName()))
      .map(({ long }) => `${long} belongs to a batch: add --from FILE`),
  ];
  const missing = inputs[args.length];
  if (missing) {
    const expected = `vehicle-lookup ${name} ${takes}${batch ? ', or --from FILE' : ''}`;
    faults.push(`${missing.name.toUpperCase()} is missing; expected ${expected}`);
  }
  if (args.length > inputs.length) {
    const got = `got ${args.length} ${args.length === 1 ? 'word' : 'words'}`;
    const next = batch ? '; several values are a batch: --from FILE' : '';
    faults.push(`${name} takes ${takes || 'no words'}, ${got}${next}`);
  }
  return faults;
}

/** The code that makes requests is loaded only here, so that help texts do not wait for it. */
async function run(operation: CommandOperation, command: Command): Promise<number> {
  const { from, ...options } = command.optsWithGlobals<CommonOptions & BatchCommandOptions>();
  const say = command.say.bind(command);
  if (from !== undefined) {
    const { runBatchCommand } = await import('./batch/command.ts');
    return runBatchCommand(operation, { ...options, from }, say);
  }
  const [{ runSingle }, { endOnSignals }] = await Promise.all([import('./single.ts'), import('./batch/signals.ts')]);
  const { serviceOf } = await import('./service.ts');
  endOnSignals(say);
  return runSingle(operation, command.args, options, serviceOf(options, say), process.stdout, say);
}

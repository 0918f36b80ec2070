import { Argument, Command, Option } from '@vehicle-lookup/toolkit/command-line';
import { accountFaults } from './account/account.ts';
import { argumentsOf, type CommandOperation, commandName } from './operation.ts';
import { type BatchCommandOptions, batchOptions, type CommonOptions, outputFaults } from './options.ts';

/** Creates the command for an operation. The operationId is an alias. */
export function operationCommand(operation: CommandOperation): Command {
  const { id, summary, description, inputs } = operation;
  const name = commandName(operation);
  const usage = [`${argumentsOf(operation)} [options]`.trim()];
  const command = new Command(name).summary(summary).description(description || summary);
  if (name !== id) command.alias(id);
  // The arguments are optional for commander, because --from replaces them. `faultsOf` checks their number.
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

/** Returns error messages about the arguments and options of a command. */
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
    if (format === 'table') return ['--format: a batch writes JSON lines, or CSV with --format csv'];
    if (fields && format !== 'csv') return ['--fields requires CSV output in a batch: add --format csv --output FILE'];
    if (inputs.length !== 1) return [`--from provides one value per request, but ${name} takes ${takes || 'none'}`];
    if (args.length > 0) return [`pass either ${takes} or --from FILE, not both`];
    const isResumable = (others.output ?? '-') !== '-';
    return [
      ...outputFaults(common),
      ...misspeltFields([...operation.columns, ...inputs.map((input) => input.name), 'error'], fields),
      ...(format === 'csv' && !isResumable ? ['--format csv requires a file in a batch: add --output FILE'] : []),
      ...(others.resume && !isResumable ? ['--resume requires a file to continue: add --output FILE'] : []),
      ...(others.retryNotFound && !others.resume ? ['--retry-not-found requires --resume'] : []),
    ];
  }
  const batch = inputs.length === 1;
  const faults = [
    ...outputFaults(common),
    ...misspeltFields(operation.columns, common.fields),
    ...command.options
      .filter((option) => Object.hasOwn(others, option.attributeName()))
      .map(({ long }) => `${long} requires a batch: add --from FILE`),
  ];
  const missing = inputs[args.length];
  if (missing) {
    const expected = `vehicle-lookup ${name} ${takes}${batch ? ', or --from FILE' : ''}`;
    faults.push(`${missing.name.toUpperCase()} is missing; expected ${expected}`);
  }
  if (args.length > inputs.length) {
    const got = `got ${args.length} ${args.length === 1 ? 'argument' : 'arguments'}`;
    const next = batch ? '; for several values, use --from FILE' : '';
    faults.push(`${name} takes ${takes || 'no arguments'}, ${got}${next}`);
  }
  return faults;
}

/** Runs a command. The request code is loaded only here, so that help output is fast. */
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

export { Argument, InvalidArgumentError, Option } from 'commander';
export { type Ready, readyUntilStopped } from './channel.ts';
export { type Check, Command } from './command.ts';
export { UsageError, UserError } from './errors.ts';
export { explain, printable, withoutCredentials } from './explain.ts';
export { port, SecretOption, wholeNumber } from './options.ts';
export { Program, type ProgramSettings } from './program.ts';
export { didYouMean, expected, got, shown } from './suggest.ts';
export { packageVersion } from './version.ts';

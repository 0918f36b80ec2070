export { Argument, InvalidArgumentError, Option } from 'commander';
export { type Ready, readyUntilStopped } from './channel.ts';
export { Command, type OptionsCheck } from './command.ts';
export { createDirectory } from './create-directory.ts';
export { csv } from './csv.ts';
export { explain, printable, printableJson, screenful, UsageError, UserError, withoutCredentials } from './errors.ts';
export { allowanceLimit, port, SecretOption, wholeNumber } from './options.ts';
export { Program, type ProgramSettings, packageVersion } from './program.ts';
export { didYouMean, expected, got, gotPlain, shown } from './suggest.ts';

import {
  bin,
  type CommandLine,
  type CommandLineOptions,
  type ProgramOptions,
  type ProgramResult,
  run,
  runInProcess,
} from '@vehicle-lookup/testing';
import { keepSecrets } from '../../src/command-line/credentials.ts';
import { program } from '../../src/program.ts';
import { KEY, USER } from './service.ts';

export type { ProgramResult } from '@vehicle-lookup/testing';

/** Runs the suite's command in a separate process. Tests that do not need a separate process use `contract`. */
export const contractBin = (args: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(bin('contract'), args, options);

/** Runs the suite's command in this process. */
export const contract = (args: readonly string[], options?: CommandLineOptions): Promise<ProgramResult> =>
  runHere(program, args, options);

/** Runs a command in this process. */
export const runHere = (
  command: CommandLine,
  args: readonly string[],
  options?: CommandLineOptions,
): Promise<ProgramResult> =>
  runInProcess(
    () => {
      keepSecrets([]);
      return command;
    },
    args,
    options,
  );

/** The environment variables that contain the account. */
export const account: Record<string, string> = { VEHICLE_LOOKUP_USER: USER, VEHICLE_LOOKUP_KEY: KEY };

/** Returns the environment variables for a run against a service. */
export const environmentOf = (url: string): Record<string, string> => ({ VEHICLE_LOOKUP_BASE_URL: url, ...account });

import { bin, type ProgramOptions, type ProgramResult, type RunningProgram, run, start } from '@vehicle-lookup/testing';

/** The environment variables for a service and an account. */
export const account = (baseUrl: string, key = 'demo-key'): Record<string, string> => ({
  VEHICLE_LOOKUP_BASE_URL: baseUrl,
  VEHICLE_LOOKUP_USER: 'demo',
  VEHICLE_LOOKUP_KEY: key,
});

/** Without the settings of the person who runs the tests. */
const apart = (options: ProgramOptions = {}): ProgramOptions => ({
  ...options,
  env: { XDG_CONFIG_HOME: '/nowhere', ...options.env },
});

/** Runs the command to its end, as a user does. */
export const runCli = (args: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(bin('cli'), args, apart(options));

/** Starts the command. */
export const startCli = (args: readonly string[], options?: ProgramOptions): RunningProgram =>
  start(bin('cli'), args, apart(options));

import {
  bin,
  type CommandLineOptions,
  type Environment,
  type ProgramOptions,
  type ProgramResult,
  type RunningProgram,
  run,
  runInProcess,
  start,
} from '@vehicle-lookup/testing';
import { createProgram } from '../../src/program.ts';

/** The environment variables for a service and an account. */
export const account = (baseUrl: string, key = 'demo-key'): Record<string, string> => ({
  VEHICLE_LOOKUP_BASE_URL: baseUrl,
  VEHICLE_LOOKUP_USER: 'demo',
  VEHICLE_LOOKUP_KEY: key,
});

/** Returns an environment without the settings of the user who runs the tests. */
const apart = (env?: Environment): Environment => ({ XDG_CONFIG_HOME: '/nowhere', ...env });

/** Runs the command in this process. */
export const runCli = (args: readonly string[], options?: CommandLineOptions): Promise<ProgramResult> =>
  runInProcess(createProgram, args, { ...options, env: apart(options?.env) });

/** Runs the bin and waits for it to exit, for tests that require a process. */
export const runBin = (args: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(bin('cli'), args, { ...options, env: apart(options?.env) });

/** Starts the bin. */
export const startCli = (args: readonly string[], options?: ProgramOptions): RunningProgram =>
  start(bin('cli'), args, { ...options, env: apart(options?.env) });

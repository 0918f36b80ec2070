import { bin, type ProgramOptions, type ProgramResult, run } from '@vehicle-lookup/testing';
import { KEY, USER } from './service.ts';

export type { ProgramResult } from '@vehicle-lookup/testing';

/** Runs the suite's command to its end. */
export const contract = (args: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(bin('contract'), args, options);

/** The variables that hold the account. */
export const account: Record<string, string> = { VEHICLE_LOOKUP_USER: USER, VEHICLE_LOOKUP_KEY: KEY };

/** The variables of a run on a service. */
export const environmentOf = (url: string): Record<string, string> => ({ VEHICLE_LOOKUP_BASE_URL: url, ...account });

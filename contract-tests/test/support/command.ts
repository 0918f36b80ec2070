import { bin, type ProgramOptions, type ProgramResult, run } from '@vehicle-lookup/testing';
import type { Program } from '@vehicle-lookup/toolkit/command-line';
import { vi } from 'vitest';
import { keepSecrets } from '../../src/command-line/credentials.ts';
import { program } from '../../src/program.ts';
import { KEY, USER } from './service.ts';

export type { ProgramResult } from '@vehicle-lookup/testing';

/** Runs the suite's bin to its end. Tests that do not need a separate process use `contract` in this process. */
export const contractBin = (args: readonly string[], options?: ProgramOptions): Promise<ProgramResult> =>
  run(bin('contract'), args, options);

/** Runs the suite's command in this process. */
export const contract = (args: readonly string[], options?: CommandOptions): Promise<ProgramResult> =>
  runHere(program, args, options);

interface CommandOptions {
  /** The only variables of the suite that there are. */
  env?: Record<string, string>;
}

/** Runs a command in this process to its end; what it prints is not shown. */
export async function runHere(
  command: Program,
  args: readonly string[],
  { env = {} }: CommandOptions = {},
): Promise<ProgramResult> {
  keepSecrets([]);
  const printed = { out: '', err: '' };
  const collect = (name: 'stdout' | 'stderr', into: 'out' | 'err') =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[into] += text;
      return true;
    });
  const spies = [collect('stdout', 'out'), collect('stderr', 'err')];
  const others = Object.keys(process.env).filter((name) => name.startsWith('VEHICLE_LOOKUP_'));
  for (const name of others) vi.stubEnv(name, undefined);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  try {
    return { code: await command.run(args), ...printed };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    for (const [index, signal] of signals.entries())
      for (const listener of process.listeners(signal))
        if (!before[index]?.includes(listener)) process.off(signal, listener);
  }
}

/** The variables that hold the account. */
export const account: Record<string, string> = { VEHICLE_LOOKUP_USER: USER, VEHICLE_LOOKUP_KEY: KEY };

/** The variables of a run on a service. */
export const environmentOf = (url: string): Record<string, string> => ({ VEHICLE_LOOKUP_BASE_URL: url, ...account });

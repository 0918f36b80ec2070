import type { Program } from '@vehicle-lookup/toolkit/command-line';
import { vi } from 'vitest';
import { createProgram } from '../../src/program.ts';

/** The exit code and the output of a command line. */
export interface ProgramOutcome {
  code: number;
  out: string;
  err: string;
}

/** The program with all commands. A command can belong to only one program at a time. */
export const program: Program = createProgram();

let outcome: ProgramOutcome = { code: 0, out: '', err: '' };
const output = {
  writeOut: (text: string) => {
    outcome.out += text;
  },
  writeErr: (text: string) => {
    outcome.err += text;
  },
};
for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])]) {
  command.configureOutput(output);
}

/** Runs a command line in this process, which is faster than `runService`. */
export async function callProgram(dataDir: string, args: readonly string[]): Promise<ProgramOutcome> {
  outcome = { code: 0, out: '', err: '' };
  const log = vi.spyOn(console, 'log').mockImplementation((text) => output.writeOut(`${text}\n`));
  vi.stubEnv('VEHICLE_LOOKUP_DATA_DIR', dataDir);
  try {
    outcome.code = await program.run(args);
    return outcome;
  } finally {
    vi.unstubAllEnvs();
    log.mockRestore();
  }
}

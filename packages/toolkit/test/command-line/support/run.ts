import type { Command } from 'commander';
import { vi } from 'vitest';
import type { Program, ProgramSettings } from '../../../src/command-line/index.ts';
import { createTool } from './tool.js';

/** The exit code and the output of a command line. */
export interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Runs a command line of the test tool in this process. */
export const run = (words: readonly string[], settings: Partial<ProgramSettings> = {}): Promise<Outcome> =>
  runProgram(createTool({ version: '1.2.3', ...settings }), words);

/** Runs a command line of a program in this process. */
export async function runProgram(program: Program, words: readonly string[]): Promise<Outcome> {
  const printed = { out: '', err: '' };
  const capture = (command: Command): void => {
    command.configureOutput({
      writeOut: (text) => {
        printed.out += text;
      },
      writeErr: (text) => {
        printed.err += text;
      },
    });
    command.commands.forEach(capture);
  };
  capture(program);
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => {
    printed.out += `${text}\n`;
  });
  try {
    return { code: await program.run(words), ...printed };
  } finally {
    log.mockRestore();
  }
}

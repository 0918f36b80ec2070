import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Program } from '@vehicle-lookup/command-line';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from './support/run.ts';

const program = () => new Program('tool', { version: '1.2.3' });

test('a file in the directory of commands is a command', async () => {
  const tool = await program().addCommandsFrom(join(import.meta.dirname, 'support/commands'));
  expect(await runProgram(tool, ['greet'])).toEqual({ code: 0, out: 'hello\n', err: '' });
});

test('a file that exports no command of its name is named', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'command-line-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'greet.js'), 'export const command = 1;');
  await expect(program().addCommandsFrom(directory)).rejects.toThrow(
    'expected greet to export a command of this name as `command`',
  );
});

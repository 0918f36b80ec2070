import { readdirSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from './command.ts';

/** Beside the source and beside the compiled code alike: a file in it is a command. */
const folder = new URL('./commands/', import.meta.url);

const files = (): string[] => readdirSync(fileURLToPath(folder)).filter((file) => /(?<!\.d)\.[jt]s$/.test(file));

/** The commands, in the order of their names. */
export const commandNames = (): string[] =>
  files()
    .map((file) => basename(file, extname(file)))
    .sort();

/** Loads one command: what its file exports as `command`. */
export async function loadCommand(name: string): Promise<Command> {
  const file = files().find((one) => basename(one, extname(one)) === name);
  const { command } = (await import(new URL(file ?? name, folder).href)) as { command?: Command };
  if (!command) throw new Error(`commands/${file ?? name} exports no command`);
  return command;
}

import { type Command, printable, printableJson } from '@vehicle-lookup/toolkit/command-line';
import type { NewKey } from '../accounts/account.ts';

/**
 * Prints the value as JSON if `--json` is given, otherwise the text. Both may come from a file, a database or another machine: nothing in
 * them steers the terminal.
 */
export function print(command: Command, value: unknown, text: string): void {
  if (command.optsWithGlobals().json) printJson(value);
  else console.log(printable(text));
}

/** The only text with a key. */
export const newKeyText = ({ user, key }: NewKey): string =>
  `user: ${user}\nkey:  ${key}\nThe key is shown only now; its hash is what is stored.`;

/** Prints JSON of which no character steers the terminal. */
export const printJson = (value: unknown): void => console.log(printableJson(value, 2));

/**
 * The lines of a table for a terminal, with columns as wide as they need.
 * @param empty the text instead of a table without rows
 */
export function table(head: string[], rows: (string | number)[][], empty: string): string {
  if (rows.length === 0) return empty;
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => format(line).trimEnd()).join('\n');
}

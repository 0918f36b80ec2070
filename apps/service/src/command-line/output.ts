import { type Command, printable, printableJson } from '@vehicle-lookup/toolkit/command-line';
import type { NewKey } from '../accounts/account.ts';

/**
 * Prints the value as JSON if `--json` is given, and otherwise prints the text. Characters that control a terminal are removed or
 * escaped, because the value and the text may come from a file, a database or another machine.
 */
export function print(command: Command, value: unknown, text: string): void {
  if (command.optsWithGlobals().json) printJson(value);
  else console.log(printable(text));
}

/** Returns the text for a new key, the only output that contains a key. */
export const newKeyText = ({ user, key }: NewKey): string =>
  `user: ${user}\nkey:  ${key}\nThe key is shown only now, because only its hash is stored.`;

/** Prints a value as JSON, and escapes characters that control a terminal. */
export const printJson = (value: unknown): void => console.log(printableJson(value, 2));

/**
 * Formats a table for a terminal, with columns as wide as their content.
 * @param empty text that is returned if there are no rows
 */
export function table(head: string[], rows: (string | number)[][], empty: string): string {
  if (rows.length === 0) return empty;
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => format(line).trimEnd()).join('\n');
}

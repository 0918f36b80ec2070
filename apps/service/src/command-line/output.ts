import { type Command, printable } from '@vehicle-lookup/toolkit/command-line';

/**
 * Prints the value as JSON if `--json` is given, otherwise the text. Both may come from a file, a database or another machine: nothing in
 * them steers the terminal.
 */
export function print(command: Command, value: unknown, text: string): void {
  if (command.optsWithGlobals().json) printJson(value);
  else console.log(printable(text));
}

/** Prints JSON. Characters that steer a terminal are escaped: JSON itself does so only with those below U+0020. */
export function printJson(value: unknown): void {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  console.log(JSON.stringify(value, null, 2).replaceAll(/[\u007F-\u009F\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, escaped));
}

/**
 * The lines of a table for a terminal, with columns as wide as they need.
 * @param empty the text instead of a table without rows
 */
export function table(head: string[], rows: string[][], empty: string): string {
  if (rows.length === 0) return empty;
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  const format = (line: string[]) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((line) => format(line).trimEnd()).join('\n');
}

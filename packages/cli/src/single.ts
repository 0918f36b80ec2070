import { type Command, UserError } from '@vehicle-lookup/command-line';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { CommandOperation } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { failureText } from './output/failure.ts';
import { csvOf, selectColumns, tableOf, text } from './output/flatten.ts';
import { printedJson } from './output/json.ts';
import { render, renderRows } from './output/render.ts';
import { type CallOperation, type LookupFailure, readValue } from './service.ts';

/** A stream to print on, such as standard output. */
export interface OutputStream {
  write(text: string): unknown;
  columns?: number;
  isTTY?: boolean;
}

/** How a result is printed. */
export type PrintOptions = Pick<CommonOptions, 'json' | 'raw' | 'format' | 'fields'>;

/**
 * Makes one request and prints the result.
 * @returns the exit code
 * @throws UserError with the message of the service
 */
export async function runSingle(
  operation: CommandOperation,
  words: readonly string[],
  options: PrintOptions,
  lookup: CallOperation,
  out: OutputStream,
  say: Command['say'],
): Promise<number> {
  const inputs = operation.inputs.map((input, index) => readValue(input, words[index] ?? ''));
  const result = await lookup(operation, inputs).safe();
  if (!result.ok) return fail(result, options);
  const { data, issues } = result;
  print(data, options, out, say);
  if (issues.length === 0) return EXIT.ok;
  // The values themselves are not repeated: they may contain anything.
  const unread = issues.map(({ path, expected }) => `${text(path)} (expected ${expected})`).join(', ');
  say(`values that could not be read are left out; --raw shows all: ${unread}`);
  return EXIT.ok;
}

const isJson = ({ json, raw, format }: PrintOptions): boolean => Boolean(json || raw || format === 'json');

/**
 * Prints an error on standard error: with --json as a line of JSON.
 * @throws UserError without --json
 */
export function fail({ error }: LookupFailure, { json, format }: PrintOptions): number {
  if (!json && format !== 'json') throw new UserError(failureText(error), exitCodeOf(error.code));
  process.stderr.write(`${printedJson({ error })}\n`);
  return exitCodeOf(error.code);
}

/** Prints data in the format of the options. */
export function print(data: unknown, options: PrintOptions, out: OutputStream, say: Command['say']): void {
  const columns = out.isTTY && out.columns ? out.columns : Infinity;
  const { fields, format } = options;
  if (isJson(options)) out.write(`${printedJson(data, 2)}\n`);
  else if (!fields && format !== 'csv') out.write(`${render(data, columns)}\n`);
  else {
    const table = tableOf(data);
    const [names, missing] = selectColumns(table.columns, fields);
    out.write(format === 'csv' ? csvOf(names, table.rows) : `${renderRows(names, table.rows, columns)}\n`);
    if (missing.length > 0)
      say(`--fields: not in this answer: ${missing.map(text).join(', ')}; it has ${table.columns.join(', ')}`);
  }
}

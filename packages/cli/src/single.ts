import { type Command, didYouMean, UserError } from '@vehicle-lookup/toolkit/command-line';
import { hintsIn } from './account/hints.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { CommandOperation } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { cellStyle, csvOf } from './output/csv.ts';
import { failureText } from './output/failure.ts';
import { selectColumns, tableOf, text } from './output/flatten.ts';
import { printedJson } from './output/json.ts';
import { render, renderRows } from './output/render.ts';
import { type LookupFailure, readValue, type ServiceAccess, type Value } from './service.ts';

/** A stream to print on, such as standard output. */
export interface OutputStream {
  write(text: string): unknown;
  columns?: number;
  isTTY?: boolean;
}

/** How a result is printed. `declared`: columns that CSV always has. */
export type PrintOptions = Pick<
  CommonOptions,
  'json' | 'raw' | 'format' | 'fields' | 'headings' | 'decimal' | 'bom'
> & { declared?: readonly string[] };

/**
 * Makes one request and prints the result.
 * @returns the exit code
 * @throws UserError with the message of the service
 */
export async function runSingle(
  operation: CommandOperation,
  words: readonly string[],
  options: PrintOptions,
  { lookup, baseUrl }: Pick<ServiceAccess, 'lookup' | 'baseUrl'>,
  out: OutputStream,
  say: Command['say'],
): Promise<number> {
  const inputs = operation.inputs.map((input, index) => readValue(input, words[index] ?? ''));
  const result = await lookup(operation, inputs).safe();
  if (!result.ok) return fail(withHint(result, operation, inputs, baseUrl), options, baseUrl);
  if (operation.id === 'listBrands') keepBrands(baseUrl, result.data);
  const { data, issues } = result;
  print(data, { ...options, declared: operation.columns }, out, say);
  if (issues.length === 0) return EXIT.ok;
  // The values themselves are not repeated: they may contain anything.
  const unread = issues.map(({ path, expected }) => `${text(path)} (expected ${expected})`).join(', ');
  say(`values that could not be read are left out; --raw shows all: ${unread}`);
  return EXIT.ok;
}

/** The error of an unknown brand, with the nearest known one. */
function withHint(
  failure: LookupFailure,
  { inputs }: CommandOperation,
  [value]: readonly Value[],
  baseUrl: string,
): LookupFailure {
  const { error } = failure;
  if (error.code !== 'not_found' || inputs[0]?.name !== 'brand') return failure;
  const near = didYouMean(`${value}`, readBrands(baseUrl));
  error.message += near
    ? ` ${near.charAt(0).toUpperCase()}${near.slice(1)}`
    : ' For the brands: vehicle-lookup brands.';
  return failure;
}

/**
 * Prints an error on standard error: with --json as a line of JSON.
 * @throws UserError without --json
 */
export function fail({ error }: LookupFailure, { json, format }: PrintOptions, baseUrl: string): number {
  if (!json && format !== 'json') throw new UserError(failureText(error, baseUrl), exitCodeOf(error.code));
  process.stderr.write(`${printedJson({ error })}\n`);
  return exitCodeOf(error.code);
}

/** Prints data in the format of the options. */
export function print(data: unknown, options: PrintOptions, out: OutputStream, say: Command['say']): void {
  const columns = out.isTTY && out.columns ? out.columns : Infinity;
  const { json, raw, fields, format, declared = [] } = options;
  if (json || raw || format === 'json') out.write(`${printedJson(data, 2)}\n`);
  else if (!fields && format !== 'csv') out.write(`${render(data, columns)}\n`);
  else {
    const isCsv = format === 'csv';
    const table = tableOf(data, isCsv ? cellStyle(options) : { numbers: true });
    const known = [...new Set([...(isCsv ? declared : []), ...table.columns])];
    const [names, fault] = selectColumns(known, fields);
    out.write(isCsv ? csvOf(names, table.rows, options) : `${renderRows(names, table.rows, columns)}\n`);
    if (fault) say(fault);
  }
}

const hints = hintsIn('brands.json');

/** The slugs of the brands that the service at this address last listed, for hints. Empty if they are not known. */
function readBrands(baseUrl: string): string[] {
  const brands = hints.read(baseUrl);
  return Array.isArray(brands) ? brands.filter((brand) => typeof brand === 'string') : [];
}

/** Keeps the brands that the service at this address has listed. */
function keepBrands(baseUrl: string, data: unknown): void {
  if (Array.isArray(data))
    hints.keep(
      baseUrl,
      data.map((entry: { slug?: unknown }) => entry.slug),
    );
}

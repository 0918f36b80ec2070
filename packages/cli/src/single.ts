import { type Command, didYouMean, printableJson, UserError } from '@vehicle-lookup/toolkit/command-line';
import { keepHint, readHint } from './account/hints.ts';
import { EXIT, exitCodeOf } from './exit-code.ts';
import type { CommandOperation } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { cellStyle, csvOf } from './output/csv.ts';
import { failureText, messageOf, wasSent } from './output/failure.ts';
import { selectColumns, tableOf, text } from './output/flatten.ts';
import { render, renderRows } from './output/render.ts';
import { type LookupFailure, readValue, type ServiceAccess } from './service.ts';

/** An output stream, such as standard output. */
export interface OutputStream {
  write(text: string): unknown;
  columns?: number;
  isTTY?: boolean;
}

/** File with each service's latest brand slugs, which are used for hints. */
const BRANDS = 'brands.json';

/**
 * Sends one request and prints the result.
 * @returns the exit code
 * @throws UserError with the error message of the service
 */
export async function runSingle(
  operation: CommandOperation,
  words: readonly string[],
  options: CommonOptions,
  { lookup, baseUrl }: Pick<ServiceAccess, 'lookup' | 'baseUrl'>,
  out: OutputStream,
  say: Command['say'],
): Promise<number> {
  const inputs = operation.inputs.map((input, index) => readValue(input, words[index] ?? ''));
  const result = await lookup(operation, inputs);
  if (!result.ok) {
    const { error } = result;
    if (error.code === 'not_found') error.message += brandHint(operation, `${inputs[0]}`, baseUrl);
    return fail(result, options, baseUrl);
  }
  const { data, issues } = result;
  const slugs = operation.id === 'listBrands' && Array.isArray(data) && data.map(({ slug }) => slug);
  if (slugs) keepHint(BRANDS, baseUrl, slugs);
  const fault = print(data, operation.columns, options, out);
  if (fault) say(fault);
  if (issues.length === 0) return EXIT.ok;
  // The message does not repeat the values, because they may contain anything.
  const unread = issues.map(({ path, expected }) => `${text(path)} (expected ${expected})`).join(', ');
  say(`values that could not be parsed are omitted (--raw shows all values): ${unread}`);
  return EXIT.ok;
}

/** Returns advice for an unknown brand or model: a similar known brand, or the command that lists the valid names. */
function brandHint({ inputs }: CommandOperation, value: string, baseUrl: string): string {
  if (inputs[0]?.name !== 'brand') return '';
  const known = readHint(BRANDS, baseUrl);
  const brands = Array.isArray(known) ? known.filter((brand) => typeof brand === 'string') : [];
  if (inputs.length > 1 && brands.includes(value)) return ` To list the models, run vehicle-lookup models ${value}.`;
  const near = didYouMean(value, brands);
  return near ? ` ${near.charAt(0).toUpperCase()}${near.slice(1)}` : ' To list the brands, run vehicle-lookup brands.';
}

/**
 * Prints an error as a line of JSON on standard error if the output format is JSON.
 * @throws UserError for any other output format
 */
export function fail({ error }: LookupFailure, { json, format }: CommonOptions, baseUrl: string): number {
  const { code, cause } = error;
  if (code === 'timeout' || (code === 'network' && wasSent(cause)))
    error.message += ' The request may have been charged, as may each retry (--retries 0 disables retries).';
  if (!json && format !== 'json') throw new UserError(failureText(error, baseUrl), exitCodeOf(code));
  process.stderr.write(`${printableJson({ error: { ...error.toJSON(), message: messageOf(error, baseUrl) } })}\n`);
  return exitCodeOf(error.code);
}

/** Prints data in the selected format. CSV always contains the declared columns. @returns an error message about --fields */
function print(data: unknown, declared: string[], options: CommonOptions, out: OutputStream): string | undefined {
  const columns = out.isTTY && out.columns ? out.columns : Infinity;
  const { json, raw, fields, format } = options;
  const isCsv = format === 'csv';
  if (json || raw || format === 'json') out.write(`${printableJson(data, 2)}\n`);
  else if (!fields && !isCsv) out.write(`${render(data, columns)}\n`);
  else {
    const table = tableOf(data, isCsv ? cellStyle(options) : { numbers: true });
    const known = [...new Set([...(isCsv ? declared : []), ...table.columns])];
    const [names, fault] = selectColumns(known, fields);
    out.write(isCsv ? csvOf(names, table.rows, options) : `${renderRows(names, table.rows, columns)}\n`);
    return fault;
  }
  return undefined;
}

import { type Command, UserError } from '@vehicle-lookup/command-line';
import { exitCodeOf } from './exit-code.ts';
import type { Operation } from './operation.ts';
import type { CommonOptions } from './options.ts';
import { text } from './output/flatten.ts';
import { printedJson } from './output/json.ts';
import { render } from './output/render.ts';
import { type Lookup, readValue } from './service.ts';

/** A stream to print on, such as standard output. */
export interface Output {
  write(text: string): unknown;
  columns?: number;
  isTTY?: boolean;
}

/**
 * Makes one request and prints the result.
 * @throws UserError with the message of the service
 */
export async function runSingle(
  operation: Operation,
  words: readonly string[],
  options: Pick<CommonOptions, 'json' | 'raw'>,
  lookup: Lookup,
  out: Output,
  say: Command['say'],
): Promise<void> {
  const inputs = operation.inputs.map((input, index) => readValue(input, words[index] ?? ''));
  const result = await lookup(operation, inputs).safe();
  if (!result.ok) {
    const { code, message } = result.error;
    throw new UserError(`${code}: ${text(message)}`, exitCodeOf(code));
  }
  const { data, issues } = result;
  const columns = out.isTTY && out.columns ? out.columns : Infinity;
  out.write(`${options.raw || options.json ? printedJson(data, 2) : render(data, columns)}\n`);
  if (issues.length === 0) return;
  // The values themselves are not repeated: they may contain anything.
  const unread = issues.map(({ path, expected }) => `${text(path)} (expected ${expected})`).join(', ');
  say(`values that could not be read are left out; --raw shows all: ${unread}`);
}

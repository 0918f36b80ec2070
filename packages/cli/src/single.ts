import { type Ask, readValue } from './ask.ts';
import { CommandError } from './command-error.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Flags } from './flags.ts';
import type { Say } from './message.ts';
import type { Operation } from './operation.ts';
import { printedJson } from './output/json.ts';
import { render } from './output/render.ts';

/** Where one answer goes. */
export interface Output {
  write(text: string): unknown;
  columns?: number;
  isTTY?: boolean;
}

/**
 * Makes one request and prints its answer.
 * @throws CommandError that says what the service said
 */
export async function runSingle(
  operation: Operation,
  words: readonly string[],
  flags: Flags,
  ask: Ask,
  out: Output,
  say: Say,
): Promise<void> {
  const inputs = operation.inputs.map((input, index) => readValue(input, words[index] ?? ''));
  const outcome = await ask(operation, inputs).safe();
  if (!outcome.ok) {
    const { code, message } = outcome.error;
    throw new CommandError(`${code}: ${message}`, exitCodeOf(code));
  }
  const { data, issues } = outcome;
  const columns = out.isTTY && out.columns ? out.columns : Infinity;
  out.write(`${flags.raw || flags.json ? printedJson(data, 2) : render(data, columns)}\n`);
  if (issues.length === 0) return;
  // What was there instead is not repeated: it may be anything.
  const unread = issues.map(({ path, expected }) => `${path} (expected ${expected})`).join(', ');
  say(`values that could not be read are left out; --raw shows all: ${unread}`);
}

import { existsSync, readFileSync } from 'node:fs';
import { InvalidArgumentError } from '@vehicle-lookup/command-line';
import type { ServiceData } from '../plan/data.ts';

/**
 * Reads one value of `--data`, a file of JSON or NAME=VALUE, and adds it to the earlier ones; a later one wins.
 * @throws InvalidArgumentError when a file cannot be read or is not a JSON object; its content is not repeated
 */
export const dataArgument = (text: string, earlier: ServiceData = {}): ServiceData => ({
  ...earlier,
  ...(isFile(text) ? readFile(text) : pair(text)),
});

/** A value may hold anything, so only what stands before the equals sign decides. */
const isFile = (text: string): boolean => !/^\w+=/.test(text) && (text.endsWith('.json') || existsSync(text));

function readFile(file: string): ServiceData {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  try {
    // Editors on Windows begin a file with a byte order mark.
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as ServiceData;
  } catch {
    // Reported below: the parser's own message repeats the text.
  }
  throw new InvalidArgumentError('the file is not a JSON object; expected for example {"name": "value"}');
}

function pair(text: string): ServiceData {
  const pair = nameAndValue(text);
  if (!pair) throw new InvalidArgumentError('expected NAME=VALUE, or a file that exists');
  return { [pair.name]: pair.value };
}

/** Both sides of the equals sign; undefined where there is none, or no name before it. */
export function nameAndValue(text: string): { name: string; value: string } | undefined {
  const at = text.indexOf('=');
  return at < 1 ? undefined : { name: text.slice(0, at), value: text.slice(at + 1) };
}

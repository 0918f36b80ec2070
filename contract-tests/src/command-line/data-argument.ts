import { existsSync, readFileSync } from 'node:fs';
import type { Data } from '../plan/data.ts';
import { RunError } from '../run-error.ts';

/**
 * Reads the values of `--data`: a file of JSON, or NAME=VALUE; a later one wins.
 * @throws RunError when a file cannot be read or is no JSON object; its content is not repeated
 */
export function dataArgument(texts: readonly string[]): Data {
  return Object.assign({}, ...texts.map((text) => (isFile(text) ? readFile(text) : pair(text))));
}

/** A value may hold anything, so only what stands before the equals sign decides. */
const isFile = (text: string): boolean => !/^\w+=/.test(text) && (text.endsWith('.json') || existsSync(text));

function readFile(file: string): Data {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new RunError(`--data: the file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
  try {
    // Editors on Windows begin a file with a byte order mark.
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data as Data;
  } catch {
    // Told below: the parser's own words repeat the text.
  }
  throw new RunError('--data: the file is not a JSON object; expected for example {"name": "value"}');
}

function pair(text: string): Data {
  const at = text.indexOf('=');
  if (at < 1) throw new RunError('--data: expected NAME=VALUE, or a file that is there');
  return { [text.slice(0, at)]: text.slice(at + 1) };
}

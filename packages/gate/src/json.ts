import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@vehicle-lookup/openapi';
import { CannotRateError } from './cannot-rate.ts';

/** Parses a JSON object. @param name the file name for messages @throws CannotRateError when the text is not a JSON object */
export function parseJson(text: string, name: string): Record<string, unknown> {
  const value = parsed(text, name);
  if (isRecord(value)) return value;
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
  throw new CannotRateError(`${name}: expected a JSON object, found ${kind}; correct it`);
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the text, including line breaks.
    const message = (error as Error).message.replace(/\s+/g, ' ');
    throw new CannotRateError(`${name}: expected a JSON object: ${message}; correct it`);
  }
}

/** Reads a JSON object from a file in a directory. @throws CannotRateError when the file does not contain a JSON object */
export const readJson = (directory: string, file: string): Record<string, unknown> =>
  parseJson(readFileSync(join(directory, file), 'utf8'), file);

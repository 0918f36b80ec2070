import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@vehicle-lookup/openapi';
import { CannotRateError } from './cannot-rate.ts';

/** Parses an object. @param name of the file, for messages. @throws CannotRateError when it is broken */
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
    // The message quotes the text, with its line ends.
    const message = (error as Error).message.replace(/\s+/g, ' ');
    throw new CannotRateError(`${name}: expected a JSON object: ${message}; correct it`);
  }
}

/** Reads a JSON object from a file of a directory. @throws CannotRateError when it is broken */
export const readJson = (directory: string, file: string): Record<string, unknown> =>
  parseJson(readFileSync(join(directory, file), 'utf8'), file);

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '@vehicle-lookup/document';
import { CannotRateError } from './cannot-rate.ts';

/** Parses an object. @param name of the file, for messages. @throws NoVerdictError when it is broken */
export function parseJson(text: string, name: string): Record<string, unknown> {
  const value = parsed(text);
  if (isRecord(value)) return value;
  throw new CannotRateError(`${name}: expected a JSON object, found another text; correct it`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a JSON object from a file of a directory. @throws NoVerdictError when it is broken */
export const readJson = (directory: string, file: string): Record<string, unknown> =>
  parseJson(readFileSync(join(directory, file), 'utf8'), file);

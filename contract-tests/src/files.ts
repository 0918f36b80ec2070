import { readFileSync } from 'node:fs';

/** The reason passed to `reject` if a readable file is not JSON. */
export const NOT_JSON = 'not JSON';

/**
 * Reads a file of JSON.
 * @param reject makes the error from the code of the operating system, or `NOT_JSON`: the parser's own message repeats the text
 */
export function readJson(file: string, reject: (why: string) => Error): unknown {
  try {
    // Editors on Windows begin a file with a byte order mark.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw reject(error instanceof SyntaxError ? NOT_JSON : errorCode(error));
  }
}

/** Returns the code of an operating-system error, such as `ENOENT`. */
export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

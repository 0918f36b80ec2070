import { readFileSync } from 'node:fs';

/** The reason passed to `reject` if a readable file is not JSON. */
export const NOT_JSON = 'not JSON';

/**
 * Reads a JSON file.
 * @param reject creates the error from the operating-system code or `NOT_JSON`, because the parser's message repeats the content
 */
export function readJson(file: string, reject: (why: string) => Error): unknown {
  try {
    // Windows editors may write a byte order mark at the start of a file.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw reject(error instanceof SyntaxError ? NOT_JSON : errorCode(error));
  }
}

/** Returns the code of an operating-system error, such as `ENOENT`. */
export const errorCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown';

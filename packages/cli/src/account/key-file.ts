import { closeSync, openSync, readSync } from 'node:fs';
import { InvalidArgumentError } from '@vehicle-lookup/toolkit/command-line';

/** Maximum size of a key. */
const MAX_BYTES = 4096;

const EXPECTED = 'expected a file that contains only the key';

/**
 * Reads the key from a file.
 * @throws InvalidArgumentError without the file name, because users may pass the key itself as the name
 */
export function readKeyFile(file: string): string {
  // The size is limited, because a device may be endless.
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  try {
    const descriptor = openSync(file, 'r');
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(descriptor, bytes, length, bytes.length - length, null);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(`the file cannot be read (${code}); ${EXPECTED}`);
  }
  return readKey(bytes.toString('utf8', 0, length), (found) => new InvalidArgumentError(`${EXPECTED}, found ${found}`));
}

/**
 * Reads a key from user input or from the content of a file.
 * @param reject returns the error for an invalid key
 */
export function readKey(text: string, reject: (found: string) => Error): string {
  const key = text.trim();
  if (key === '') throw reject('nothing');
  if (Buffer.byteLength(text) > MAX_BYTES) throw reject(`more than ${MAX_BYTES} bytes`);
  if (/\s/.test(key)) throw reject('several words');
  return key;
}

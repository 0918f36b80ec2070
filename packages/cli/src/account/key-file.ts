import { closeSync, openSync, readSync } from 'node:fs';
import { InvalidArgumentError } from '@vehicle-lookup/toolkit/command-line';

/** Longer than any key. */
const MAX_BYTES = 4096;

/**
 * Reads the key from a file.
 * @throws InvalidArgumentError without the name of the file, because that may be the key itself
 */
export function readKeyFile(file: string): string {
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
    throw new InvalidArgumentError(`the file cannot be read (${code}); expected a file that contains only the key`);
  }
  return readKey(bytes.subarray(0, length).toString('utf8'));
}

/** Reads a key that was typed, or is the content of a file. @throws InvalidArgumentError without the text */
export function readKey(text: string): string {
  const key = text.replace(/^\uFEFF/, '').trim();
  if (key !== '' && Buffer.byteLength(text) <= MAX_BYTES && !/\s/.test(key)) return key;
  const long = Buffer.byteLength(text) > MAX_BYTES ? `more than ${MAX_BYTES} bytes` : 'several words';
  throw new InvalidArgumentError(`expected a file that contains only the key, found ${key === '' ? 'nothing' : long}`);
}

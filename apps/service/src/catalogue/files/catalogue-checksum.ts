import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

/** Suffix of the file that contains the SHA-256 of a version, in the format of `sha256sum`. */
export const CHECKSUM_SUFFIX = '.sha256';

/** Returns the size and the SHA-256 of a file. */
export async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns the content of the checksum file of a version. */
export const checksumText = (version: string, sha256: string): string => `${sha256}  ${version}.sqlite\n`;

/** Records the SHA-256 of a version in a file next to it. */
export const recordChecksum = (path: string, version: string, sha256: string): Promise<void> =>
  writeFile(path + CHECKSUM_SUFFIX, checksumText(version, sha256), { mode: 0o600, flush: true });

/** Returns the SHA-256 that the import recorded; undefined for a file that an operator added. */
export async function recordedChecksum(path: string): Promise<string | undefined> {
  if (!existsSync(path + CHECKSUM_SUFFIX)) return undefined;
  return (await readFile(path + CHECKSUM_SUFFIX, 'utf8')).split(' ')[0];
}

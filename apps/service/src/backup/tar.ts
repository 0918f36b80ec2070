import type { StoredFile } from '../catalogue/catalogue-store.ts';

const BLOCK = 512;
/** The limit of eleven octal digits; larger sizes are written in binary, as GNU tar does. */
const OCTAL_LIMIT = 8 ** 11;

/**
 * An archive in the format of tar (POSIX.1-1988, ustar), in pieces: every system can list and unpack it.
 * @throws if a content is not as long as its file says
 */
export async function* tar(files: Iterable<StoredFile>): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    yield header(file);
    let written = 0;
    for await (const piece of file.content) {
      written += piece.length;
      yield piece;
    }
    if (written !== file.size) throw new Error(`${file.name} changed while it was read`);
    yield new Uint8Array((BLOCK - (written % BLOCK)) % BLOCK);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** Fields have fixed places; the checksum is taken with its own field blank. */
function header({ name, size, modified }: StoredFile): Uint8Array {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long a name for an archive`);
  const octal = (value: number, at: number, digits: number) =>
    block.write(value.toString(8).padStart(digits, '0'), at, 'ascii');
  block.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  if (size < OCTAL_LIMIT) octal(size, 124, 11);
  else block.writeUInt8(0x80, 124) && block.writeBigUInt64BE(BigInt(size), 128);
  octal(Math.floor(modified.getTime() / 1000), 136, 11);
  block.write('        0', 148, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block.write('\0 ', 154, 'ascii');
  return block;
}

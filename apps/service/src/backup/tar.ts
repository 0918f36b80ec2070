/** A file of an archive. */
export interface Entry {
  /** With `/` between folders; at most 100 bytes. */
  name: string;
  size: number;
  modified: Date;
  content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** What eleven octal digits hold; larger sizes are written as GNU tar and its readers do. */
const OCTAL_LIMIT = 8 ** 11;

/**
 * An archive in the format of tar (POSIX.1-1988, ustar), piece by piece: every system can list and unpack it.
 * @throws when a content is not as long as its entry says
 */
export async function* tar(entries: Iterable<Entry>): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield header(entry);
    let written = 0;
    for await (const piece of entry.content) {
      written += piece.length;
      yield piece;
    }
    if (written !== entry.size) throw new Error(`${entry.name} changed while it was read`);
    yield new Uint8Array((BLOCK - (written % BLOCK)) % BLOCK);
  }
  yield new Uint8Array(2 * BLOCK);
}

/** Fields by their place; the checksum is taken with its own field blank. */
function header({ name, size, modified }: Entry): Uint8Array {
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

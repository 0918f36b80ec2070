import { UserError } from '@vehicle-lookup/command-line';

/** Archives consist of blocks of this size. */
const BLOCK = 512;
const DATABASE = /\.(db|sqlite)(\.gz)?$/;

/**
 * The content of the first database in a tar archive.
 * @param name of the archive, for messages
 * @throws UserError if there is none
 */
export async function* databaseInTar(archive: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let entry: { isDatabase: boolean; left: number; padding: number } | undefined;
  for await (const chunk of archive) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    while (rest.length > 0) {
      if (!entry) {
        if (rest.length < BLOCK) break;
        entry = readHeader(rest.subarray(0, BLOCK));
        rest = rest.subarray(BLOCK);
      }
      const content = rest.subarray(0, entry.left);
      if (entry.isDatabase && content.length > 0) yield content;
      entry.left -= content.length;
      rest = rest.subarray(content.length);
      if (entry.left > 0) break;
      if (entry.isDatabase) return;
      if (rest.length < entry.padding) break;
      rest = rest.subarray(entry.padding);
      entry = undefined;
    }
  }
  throw new UserError(`${name}: expected a package that contains vPIC as a SQLite file, got one without`);
}

/** The fields of a header of POSIX's pax and ustar formats that matter here. */
function readHeader(block: Buffer): { isDatabase: boolean; left: number; padding: number } {
  const text = (from: number, to: number): string => block.toString('latin1', from, to).replace(/\0.*$/s, '');
  const size = Number.parseInt(text(124, 136), 8) || 0;
  return { isDatabase: DATABASE.test(text(0, 100)), left: size, padding: (BLOCK - (size % BLOCK)) % BLOCK };
}

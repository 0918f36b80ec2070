import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { StoredFile } from '../catalogue/catalogue-store.ts';

/**
 * The bytes of a tar archive: every system can list and unpack it. Memory stays limited, however large the files are.
 * @throws if a content is not as long as its file says
 */
export function packArchive(files: Iterable<StoredFile>): Readable {
  const { readable, controller } = createTarPacker();
  const pack = async (): Promise<void> => {
    for (const file of files) {
      const entry = controller.add({ name: file.name, size: file.size, mtime: file.modified, mode: 0o600 });
      await ReadableStream.from(contentOf(file)).pipeTo(entry);
    }
    controller.finalize();
  };
  pack().catch((error: unknown) => controller.error(error));
  return Readable.fromWeb(readable);
}

async function* contentOf({ name, size, content }: StoredFile): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of content) {
    read += piece.length;
    if (read > size) break;
    yield piece;
  }
  if (read !== size) throw new Error(`${name} changed while it was read`);
}

/**
 * The files of a tar archive, in their order, however their names and sizes are written. Checksums and the end of the archive
 * are checked. Names are unchanged, including `..` and absolute paths. A content must be read to its end before the
 * next file.
 * @param name of the archive, for messages
 * @throws UserError if it is not an archive, or is damaged or incomplete
 */
export async function* unpackArchive(
  archive: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Pick<StoredFile, 'name' | 'content'>> {
  const entries = ReadableStream.from(archive).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of withArchiveErrors(entries, name)) {
    // Directories and links have nothing that belongs here.
    if (header.type !== 'file') continue;
    yield { name: header.name.replace(/^\.\//, ''), content: withArchiveErrors(body, name) };
  }
}

async function* withArchiveErrors<T>(items: AsyncIterable<T>, archive: string): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    // The reader's own errors have no code; those of the file system have one.
    if (error instanceof Error && 'code' in error) throw error;
    throw new UserError(
      `${archive}: not a backup, or damaged or incomplete: expected a tar archive. Use a different backup`,
    );
  }
}

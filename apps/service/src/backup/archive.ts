import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { StoredFile } from '../catalogue/catalogue-store.ts';

/**
 * Returns the bytes of a tar archive, which every system can list and unpack. The memory use does not depend on the file sizes.
 * @throws Error if the content of a file does not have the given size
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
 * Yields the files of a tar archive in their order, and checks the checksums and the end of the archive. All name and size
 * formats are supported. Names are unchanged, including `..` and absolute paths. The content of a file must be read completely
 * before the next file.
 * @param name name of the archive, for messages
 * @throws UserError if the archive is damaged, incomplete or not a tar archive
 */
export async function* unpackArchive(
  archive: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Pick<StoredFile, 'name' | 'content'>> {
  const entries = ReadableStream.from(archive).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of withArchiveErrors(entries, name)) {
    // Directories and links are not part of a backup.
    if (header.type !== 'file') continue;
    yield { name: header.name.replace(/^\.\//, ''), content: withArchiveErrors(body, name) };
  }
}

async function* withArchiveErrors<T>(items: AsyncIterable<T>, archive: string): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    // Errors of the tar decoder have no code, whereas file system errors have a code.
    if (error instanceof Error && 'code' in error) throw error;
    throw new UserError(
      `${archive}: expected a complete tar archive; the file is damaged, incomplete or not a backup. Use a different backup`,
    );
  }
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueFile } from '../catalogue-store.ts';

const fileIn = (place: string, version: string): string => join(place, `${version}.catalogue`);

/** Copies a file into the directory, with its size and SHA-256 in a file beside it. */
export async function publish(place: string, file: string, published: CatalogueFile): Promise<void> {
  await mkdir(place, { recursive: true });
  const target = fileIn(place, published.version);
  const partial = `${target}.${process.pid}.partial`;
  try {
    await pipeline(createReadStream(file), createWriteStream(partial, { flush: true }));
    await rename(partial, target);
    await writeFile(join(place, `${published.version}.json`), `${JSON.stringify(published)}\n`);
  } finally {
    await rm(partial, { force: true });
  }
}

/** The file of a published version. @throws UserError if it is not there, or has not the size that was published */
export function publishedFile(place: string, { version, bytes }: CatalogueFile): string {
  const file = fileIn(place, version);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() && stats.size !== bytes) {
    throw new UserError(
      `${file}: expected ${bytes} bytes, got ${stats.size}. It was changed or cut after it was published, or is still being ` +
        'copied: wait for the copy, or import it again and publish that version',
    );
  }
  if (stats) return file;
  throw new UserError(
    `${file}: this version is not there. Check VEHICLE_LOOKUP_SERVICE_CATALOGUES, or run: catalogue publish ${version}`,
  );
}

/** The size and the SHA-256 of a file. */
export async function measure(file: string): Promise<Omit<CatalogueFile, 'version'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { fileURLToPath } from 'node:url';
import { explain, UserError } from '@vehicle-lookup/command-line';
import type { CatalogueFile } from '../../data-store.ts';

/** Where published versions are: a directory that all instances see, or an address that serves files. */
export interface SharedPlace {
  /** For messages, without credentials. */
  name: string;
  /** Puts the file there, with its size and SHA-256 in a file beside it. */
  put(file: string, published: CatalogueFile): Promise<void>;
  /** The bytes of a version. @throws UserError if it is not there */
  read(version: string): Promise<Readable>;
}

const VARIABLE = 'VEHICLE_LOOKUP_SERVICE_CATALOGUES';
/** An address that says nothing for this long is given up; a long file may take longer. */
const SILENCE_MS = 30_000;

/** @param place the value of the variable */
export const sharedPlace = (place: string): SharedPlace =>
  /^https?:/i.test(place) ? address(place) : directory(place.startsWith('file:') ? fileURLToPath(place) : place);

function directory(path: string): SharedPlace {
  const fileOf = (version: string) => join(path, `${version}.catalogue`);
  return {
    name: path,
    async put(file, published) {
      await mkdir(path, { recursive: true });
      const target = fileOf(published.version);
      const partial = `${target}.${process.pid}.partial`;
      try {
        await pipeline(createReadStream(file), createWriteStream(partial, { flush: true }));
        await rename(partial, target);
        await writeFile(join(path, `${published.version}.json`), `${JSON.stringify(published)}\n`);
      } finally {
        await rm(partial, { force: true });
      }
    },
    async read(version) {
      const file = fileOf(version);
      const found = await stat(file).catch(() => undefined);
      if (found) return createReadStream(file);
      throw new UserError(
        `${file}: this version is not there. Check ${VARIABLE}, or run: catalogue publish ${version}`,
      );
    },
  };
}

function address(text: string): SharedPlace {
  const base = new URL(text.endsWith('/') ? text : `${text}/`);
  const { username, password } = base;
  base.username = '';
  base.password = '';
  const headers: Record<string, string> =
    username === ''
      ? {}
      : {
          authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
        };
  const name = base.origin + base.pathname;

  async function send(path: string, init: RequestInit): Promise<Response> {
    const url = new URL(path + base.search, base);
    try {
      return await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
    } catch (error) {
      const { cause = error } = error as Error;
      throw new UserError(
        `${name}${path}: not reachable (${explain(cause)}). Check ${VARIABLE}, and that the server runs`,
      );
    }
  }
  async function upload(path: string, bytes: number, body: ReadableStream | string): Promise<void> {
    const init = { method: 'PUT', body, duplex: 'half', headers: { 'content-length': String(bytes) } };
    const response = await send(path, init as RequestInit);
    await response.body?.cancel();
    if (response.ok) return;
    throw new UserError(
      `${name}${path}: PUT was answered with ${response.status}. Allow PUT there, or publish into the directory that this ` +
        `server serves: set ${VARIABLE} to its path for this command`,
    );
  }
  return {
    name,
    async put(file, published) {
      const { version, bytes } = published;
      await upload(`${version}.catalogue`, bytes, Readable.toWeb(createReadStream(file)) as ReadableStream);
      const manifest = `${JSON.stringify(published)}\n`;
      await upload(`${version}.json`, Buffer.byteLength(manifest), manifest);
    },
    async read(version) {
      const response = await send(`${version}.catalogue`, {});
      if (response.ok && response.body) return withoutSilence(Readable.fromWeb(response.body as ReadableStream));
      await response.body?.cancel();
      throw new UserError(
        `${name}${version}.catalogue: GET was answered with ${response.status}. Check ${VARIABLE}, or run: catalogue publish ${version}`,
      );
    },
  };
}

/** Ends a stream that has stopped without an end. */
function withoutSilence(source: Readable): Readable {
  let timer = setTimeout(() => undefined, 0);
  const watch = new Transform({
    transform(chunk, _, done) {
      timer.refresh();
      done(null, chunk);
    },
    final(done) {
      clearTimeout(timer);
      done();
    },
  });
  timer = setTimeout(() => watch.destroy(new Error('the server has stopped sending')), SILENCE_MS);
  source.on('error', (error) => watch.destroy(error));
  return source.pipe(watch).on('close', () => clearTimeout(timer));
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

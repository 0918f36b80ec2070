import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Handler } from './handler.ts';

/** operationId → handler. An operation that the document has and this map has not is answered with 501. */
export type Handlers = ReadonlyMap<string, Handler>;

const FOLDER = join(import.meta.dirname, 'operations');

/** Every file of operations/: adding one is the registration. */
export async function readHandlers(): Promise<Handlers> {
  const files = (await readdir(FOLDER)).filter((file) => /^\w+\.[jt]s$/.test(file));
  const entries = files.map(async (file): Promise<[string, Handler]> => {
    const { handler } = (await import(pathToFileURL(join(FOLDER, file)).href)) as { handler: Handler };
    return [parse(file).name, handler];
  });
  return new Map(await Promise.all(entries));
}

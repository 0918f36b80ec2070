import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads the modules of a folder, each under its file's name without the ending. Folders in it hold what they share.
 * @param folder beside the source and beside the compiled code alike
 */
export async function loadModules(folder: string): Promise<Map<string, Record<string, unknown>>> {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.[jt]s$/.test(entry.name))
    .map(({ name }) => name);
  const modules = files.map(async (file) => {
    const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>;
    return [basename(file, extname(file)), module] as const;
  });
  return new Map(await Promise.all(modules));
}

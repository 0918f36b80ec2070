import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { title } from '../fakes/usage/places.gen.ts';
import type { UsageFile } from '../fakes/usage/usage.ts';
import { isObject } from '../json.ts';

/** The name of the file in which a package publishes its API usage. */
export const USAGE_FILE = 'vehicle-lookup.usage.json';

/** Reads a usage file; undefined if the file does not exist or has a different format, in which case it is replaced. */
export function readUsage(file: string): UsageFile | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const usage: Partial<UsageFile> = JSON.parse(readFileSync(file, 'utf8'));
    const { usageVersion, consumer, contract, operations } = usage;
    const isOurs = usageVersion === 1 && isObject(consumer) && isObject(contract) && isObject(operations);
    return isOurs ? (usage as UsageFile) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a complete file, which replaces the earlier file as a whole. */
export function writeUsage(file: string, usage: UsageFile): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, `${JSON.stringify(usage, null, 2)}\n`);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns the program of a directory, as named by the nearest package.json there or above. */
export function programOf(directory: string): { home: string; consumer: UsageFile['consumer'] } {
  let home = resolve(directory);
  for (;;) {
    const manifest = manifestIn(home);
    if (typeof manifest?.name === 'string' && manifest.name !== '')
      return { home, consumer: { name: manifest.name, version: `${manifest.version ?? '0.0.0'}` } };
    const above = dirname(home);
    if (above === home)
      throw new TypeError(
        `recordUsage: expected a package.json with a name in ${directory} or above, found none; give the directory of the program.`,
      );
    home = above;
  }
}

function manifestIn(directory: string): { name?: unknown; version?: unknown } | undefined {
  const file = join(directory, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isObject(manifest) ? manifest : undefined;
  } catch {
    throw new TypeError(`recordUsage: ${file} is not JSON; correct it.`);
  }
}

/** Returns the contract that this client was generated from. Packages that are generated from a contract have its version. */
export function contractOfClient(): UsageFile['contract'] {
  const { version }: { version: string } = createRequire(import.meta.url)('@vehicle-lookup/contract/package.json');
  return { title, version };
}

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDirectory, writePrivately } from './profiles.ts';

const fileOf = (directory: string): string => join(directory, 'brands.json');

/** The slugs of the brands that the service last listed: for completions and hints. Empty if they are not known. */
export function readBrands(): string[] {
  try {
    const brands: unknown = JSON.parse(readFileSync(fileOf(configDirectory()), 'utf8'));
    return Array.isArray(brands) ? brands.filter((brand) => typeof brand === 'string') : [];
  } catch {
    return []; // It is a hint.
  }
}

/** Keeps the brands that the service has listed, if there is a settings directory: `login` makes it. */
export function keepBrands(data: unknown): void {
  const directory = configDirectory();
  if (!Array.isArray(data) || !existsSync(directory)) return;
  const slugs = data.map((entry: { slug?: unknown }) => entry.slug);
  try {
    writePrivately(directory, fileOf(directory), slugs);
  } catch {} // A hint that is lost costs nothing.
}

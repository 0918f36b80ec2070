import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { DataFolder } from '../data-folder.ts';

/** Files of catalogues that lie in the folder: versions, and one that an import is loading or left unfinished. */
export const catalogueFiles = ({ catalogues }: DataFolder): string[] =>
  existsSync(catalogues) ? readdirSync(catalogues).filter((file) => file.endsWith('.sqlite')) : [];

/** What to do in a folder that says of none of its catalogues that it answers; undefined where it holds none. */
export function nextWithoutCurrent(folder: DataFolder): string | undefined {
  const files = catalogueFiles(folder);
  if (files.length === 0) return undefined;
  const newest = files
    .filter((file) => !file.includes('.importing.'))
    .sort()
    .at(-1);
  if (newest === undefined) return 'If no import runs now, run `import FILE --resume`, or import anew';
  return `Let the newest answer, \`echo ${basename(newest, '.sqlite')} > ${folder.current}\`, or run \`import FILE\``;
}

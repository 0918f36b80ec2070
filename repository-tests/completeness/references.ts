import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { parse } from 'yaml';

/** A `$ref` from one file of the document to another. */
export interface Reference {
  from: string;
  /** From the repository's root. */
  to: string;
}

/** Every reference from a file to a file. */
export function referencesOf(repository: string, files: string[]): Reference[] {
  return files.flatMap((from) => {
    const found: Reference[] = [];
    collect(parse(readFileSync(join(repository, from), 'utf8')), (ref) => {
      const [file = ''] = ref.split('#');
      if (file !== '') found.push({ from, to: join(from, '..', file) });
    });
    return found;
  });
}

function collect(node: unknown, see: (ref: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    if (key === '$ref' && typeof value === 'string') see(value);
    else collect(value, see);
  }
}

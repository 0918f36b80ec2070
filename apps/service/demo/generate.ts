/**
 * Writes catalogue.ndjson from the tables and from the examples of the document, which it contains: the same request
 * has the same response here and on the mock. `pnpm generate` runs it; with `--check` it writes
 * nothing and fails if the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { exampleEntries } from './examples.ts';
import { tableEntries } from './vehicles.ts';

const file = new URL('catalogue.ndjson', import.meta.url);

/** The lines of the demonstration catalogue. */
export function demonstration(): string {
  const examples = exampleEntries();
  const note = {
    kind: 'note',
    text: 'Demonstration data: real makes and models, plausible values, part numbers invented. Made by demo/generate.ts.',
  };
  const entries = [note, ...examples, ...tableEntries(examples)];
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

if (import.meta.main) {
  const text = demonstration();
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(
      'demo/catalogue.ndjson is not what the document and the tables say. Run `pnpm generate` and commit the result.',
    );
    process.exitCode = 1;
  }
}

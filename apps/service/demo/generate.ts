/**
 * Writes catalogue.ndjson from the document's examples and the vehicles in vehicles.csv. The service therefore returns the same
 * responses to the example requests as the mock. `pnpm generate` runs this script. With `--check`, it only compares the file and
 * fails if the file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CatalogueEntry } from '../src/catalogue/catalogue-entry.ts';
import { readCsv } from '../src/import/csv.ts';
import { openSource } from '../src/import/source.ts';
import { document, exampleEntries } from './examples.ts';

const file = new URL('catalogue.ndjson', import.meta.url);
const vehicles = fileURLToPath(new URL('vehicles.csv', import.meta.url));

const NOTE = {
  kind: 'note',
  text: 'Demonstration data: real makes and models, plausible values. Made by demo/generate.ts.',
};

/** Returns the lines of the demonstration catalogue. */
export async function demonstration(): Promise<string> {
  const examples = exampleEntries();
  const entries = [NOTE, ...examples, ...(await tableEntries(examples))];
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** Returns the imported entries of vehicles.csv and a variant for each vehicle. Brands from the examples keep their slugs. */
async function tableEntries(examples: CatalogueEntry[]): Promise<CatalogueEntry[]> {
  const slugs = new Map(examples.flatMap((entry) => (entry.kind === 'brand' ? [[entry.name, entry.slug]] : [])));
  const entries: CatalogueEntry[] = [];
  for await (const lines of readCsv(openSource(vehicles), new Map(), document)) {
    for (const { line, result } of lines) {
      if (result && 'faults' in result) throw new Error(`${vehicles}:${line} ${JSON.stringify(result.faults)}`);
      if (result) entries.push(result.entry as CatalogueEntry);
    }
  }
  const brandNames = new Map(entries.flatMap((entry) => (entry.kind === 'brand' ? [[entry.slug, entry.name]] : [])));
  return entries.flatMap((entry): CatalogueEntry[] => {
    if (entry.kind === 'brand') return slugs.has(entry.name) ? [] : [entry];
    if (entry.kind !== 'model') return [entry];
    const make = brandNames.get(entry.brand) ?? '';
    const brand = slugs.get(make) ?? entry.brand;
    return [{ ...entry, brand }, ...variants(entries, make, entry.name, { brand, model: entry.slug })];
  });
}

/** Returns a variant for each vehicle of a model. */
function variants(entries: CatalogueEntry[], make: string, model: string, slugs: { brand: string; model: string }) {
  return entries.flatMap((entry): CatalogueEntry[] => {
    if (entry.kind !== 'vehicle' || entry.record.make !== make || entry.record.model !== model) return [];
    const { description: typeName, year, yearEnd } = entry.record;
    const typeYears = `01.${year} - ${yearEnd ? `12.${yearEnd}` : ''}`;
    return [{ kind: 'variant', ...slugs, record: { typeName, typeYears, fullTitle: `${make} ${model} ${typeName}` } }];
  });
}

if (import.meta.main) {
  const text = await demonstration();
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    const what = 'demo/catalogue.ndjson does not match the document and vehicles.csv';
    console.error(`${what}. Run \`pnpm generate\` and commit the result.`);
    process.exitCode = 1;
  }
}

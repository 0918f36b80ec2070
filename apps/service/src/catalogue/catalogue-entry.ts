/**
 * The lists of a vehicle by field name in an entry, with the table, the operation, and the first catalogue format that contains
 * the list. Types, tables, writer and reader are derived from this object. To add a list, add a line with the next format number;
 * catalogues of earlier formats have no entries in the new list.
 */
export const ENTRY_LISTS = {
  fluids: { table: 'fluid', operation: 'getFluids', since: 1 },
  oemParts: { table: 'oem_part', operation: 'getOemParts', since: 1 },
  repairTimes: { table: 'repair_time', operation: 'getRepairTimes', since: 1 },
  engines: { table: 'engine', operation: 'getEngines', since: 1 },
} as const;

export type EntryListName = keyof typeof ENTRY_LISTS;
export const entryListNames = Object.keys(ENTRY_LISTS) as EntryListName[];

/** Format of the catalogues that this release writes: the `user_version` of a finished file. */
export const CATALOGUE_FORMAT: number = Math.max(...entryListNames.map((name) => ENTRY_LISTS[name].since));

/** Returns an object with a value for each list. */
export const forEachList = <Value>(make: (name: EntryListName) => Value): Record<EntryListName, Value> =>
  Object.fromEntries(entryListNames.map((name) => [name, make(name)])) as Record<EntryListName, Value>;

/** A record with the fields that the OpenAPI document declares. */
export type DocumentRecord = Record<string, unknown>;

export interface VariantEntry {
  kind: 'variant';
  /** Slug of the brand; `model` is also a slug. */
  brand: string;
  model: string;
  record: DocumentRecord;
}

/** A vehicle with all its lists in one entry, so that an invalid line never results in a partly loaded vehicle. */
export interface VehicleEntry extends Record<EntryListName, DocumentRecord[]> {
  kind: 'vehicle';
  /** VIN patterns, see isVinPattern(). */
  patterns: string[];
  /** Record of the vehicle. Among equally specific matches, the latest `year` comes first; an empty year counts as 0. */
  record: DocumentRecord & { carId: number; year: string };
}

/** An entry of a catalogue; demo/FORMAT.md describes the format for users. */
export type CatalogueEntry =
  | { kind: 'brand'; name: string; slug: string }
  /** `brand` is a slug. */
  | { kind: 'model'; brand: string; name: string; slug: string }
  | VariantEntry
  | VehicleEntry;

/** An error at a location in an entry. */
export interface EntryFault {
  /** JSON Pointer (RFC 6901) in the entry; empty for the whole line. */
  pointer: string;
  expected: string;
  /** Actual value; default: the value at the pointer. */
  got?: string;
}

/** Length of the manufacturer code (WMI) in a VIN. Every pattern fixes these characters. */
export const WMI_LENGTH = 3;
export const VIN_LENGTH = 17;
/** VIN characters: letters and digits without I, O and Q. */
export const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

const PATTERN = /^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9.]{5,14}\??$/;

/** Marks the end of a fallback, which applies only if no ordinary pattern matches. Of several matching fallbacks, the longest applies. */
export const FALLBACK = '?';

/**
 * Returns whether a string is a VIN pattern: 8 to 17 VIN characters, with `.` for any character except the first three, and
 * optionally FALLBACK at the end. A shorter pattern matches all longer VINs with this beginning.
 */
export const isVinPattern = (text: string): boolean => PATTERN.test(text);

/**
 * Returns the key of a display name: names match if their keys are equal (assumption name-matching). The repeated case changes
 * approximate case folding in JavaScript: `ẞ` and `ß` match `SS`, and both forms of a small sigma match.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}

/** Returns a function that creates a unique slug for each name. Its second argument is the first suffix for a duplicate slug. */
export function uniqueSlugs(): (name: string, suffix?: number) => string {
  const taken = new Set<string>();
  return (name, first = 2) => {
    const plain = name
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    let slug = plain;
    for (let suffix = first; slug === '' || taken.has(slug); suffix++) {
      slug = plain ? `${plain}-${suffix}` : String(suffix);
    }
    taken.add(slug);
    return slug;
  };
}

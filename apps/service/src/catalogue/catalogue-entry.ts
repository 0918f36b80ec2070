/**
 * The lists of a vehicle: by the name of the field in an entry, its table, the operation that sends it, and the first format
 * of a catalogue that has it. Types, tables, writer and reader follow from here. For one more, add a line with the next format;
 * catalogues of earlier formats have no entries in it.
 */
export const ENTRY_LISTS = {
  fluids: { table: 'fluid', operation: 'getFluids', since: 1 },
  oemParts: { table: 'oem_part', operation: 'getOemParts', since: 1 },
  repairTimes: { table: 'repair_time', operation: 'getRepairTimes', since: 1 },
  engines: { table: 'engine', operation: 'getEngines', since: 1 },
} as const;

export type EntryListName = keyof typeof ENTRY_LISTS;
export const entryListNames = Object.keys(ENTRY_LISTS) as EntryListName[];

/** The format of the catalogues that this release writes: the `user_version` of a finished file. */
export const CATALOGUE_FORMAT: number = Math.max(...entryListNames.map((name) => ENTRY_LISTS[name].since));

/** A value for each list. */
export const forEachList = <Value>(make: (name: EntryListName) => Value): Record<EntryListName, Value> =>
  Object.fromEntries(entryListNames.map((name) => [name, make(name)])) as Record<EntryListName, Value>;

/** A record of the document; the document says which fields it has. */
export type DocumentRecord = Record<string, unknown>;

export interface VariantEntry {
  kind: 'variant';
  /** Slugs. */
  brand: string;
  model: string;
  record: DocumentRecord;
}

/** A whole vehicle is one entry, so a wrong line never loads half of one. */
export interface VehicleEntry extends Record<EntryListName, DocumentRecord[]> {
  kind: 'vehicle';
  /** VIN patterns, see isVinPattern(). */
  patterns: string[];
  /** Among equally specific matches the latest `year` comes first; an empty one counts as 0. */
  record: DocumentRecord & { carId: number; year: string };
}

/** What a catalogue is made of. demo/FORMAT.md describes it for people. */
export type CatalogueEntry =
  | { kind: 'brand'; name: string; slug: string }
  /** `brand` is a slug. */
  | { kind: 'model'; brand: string; name: string; slug: string }
  | VariantEntry
  | VehicleEntry;

/** What is wrong at one place of an entry. */
export interface EntryFault {
  /** JSON Pointer (RFC 6901) in the entry; empty for the whole line. */
  pointer: string;
  expected: string;
  /** Default: the value at the pointer. */
  got?: string;
}

/** The manufacturer's part of a VIN (WMI); every pattern fixes it. */
export const WMI_LENGTH = 3;
export const VIN_LENGTH = 17;
/** Letters and digits without I, O and Q. */
export const VIN_CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';

const PATTERN = /^[A-HJ-NPR-Z0-9]{3}[A-HJ-NPR-Z0-9.]{5,14}\??$/;

/** Ends a fallback: a pattern that counts only if no ordinary one matches. Of several fallbacks, the longest counts. */
export const FALLBACK = '?';

/**
 * 8 to 17 characters of a VIN, `.` for any, the first three fixed; at the end FALLBACK may stand. A shorter pattern matches
 * whatever follows.
 */
export const isVinPattern = (text: string): boolean => PATTERN.test(text);

/**
 * The key of a display name: two names are the same if their keys are (assumption name-matching). It changes the case
 * twice, so that `ẞ` and `ß` match `SS`, and both forms of a small sigma match: the closest to case folding in JavaScript.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').trim();
}

/** Gives each name another slug. @returns a function; its second argument is added to a slug that is taken */
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

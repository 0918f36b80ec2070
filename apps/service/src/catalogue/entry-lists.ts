/**
 * The lists of a vehicle: by the name of the field in an entry, its table, the operation that sends it, and the first format
 * of a catalogue that has it. Types, writer and reader follow from here. For one more, add a line with the next format, and a
 * migration with its table to files/catalogue-migrations.ts; catalogues of earlier formats have no entries in it.
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

/**
 * The lists of a vehicle: by the name of the member in an entry, its table and the operation that sends it. The checks of an
 * import, CSV and the demonstration follow from here.
 */
export const ENTRY_LISTS = {
  fluids: { table: 'fluid', operation: 'getFluids' },
  oemParts: { table: 'oem_part', operation: 'getOemParts' },
  repairTimes: { table: 'repair_time', operation: 'getRepairTimes' },
  engines: { table: 'engine', operation: 'getEngines' },
} as const;

export type EntryListName = keyof typeof ENTRY_LISTS;
export const entryListNames = Object.keys(ENTRY_LISTS) as EntryListName[];

/** A value for each list. */
export const forEachList = <Value>(make: (name: EntryListName) => Value): Record<EntryListName, Value> =>
  Object.fromEntries(entryListNames.map((name) => [name, make(name)])) as Record<EntryListName, Value>;

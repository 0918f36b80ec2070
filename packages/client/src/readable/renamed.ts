/**
 * The name of a method with which data that records its reads renames itself, because `readable` would read all fields. The method
 * receives the renaming function. Only `recordUsage` creates such data.
 */
export const RENAMED: unique symbol = Symbol.for('vehicle-lookup.renamed') as never;

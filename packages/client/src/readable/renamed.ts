/**
 * The name of a method that renames data whose reads are recorded, because `readable` would read all its fields. The method
 * receives the renaming function. Only `recordUsage` creates such data.
 */
export const RENAMED: unique symbol = Symbol.for('vehicle-lookup.renamed') as never;

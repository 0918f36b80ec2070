/**
 * The name of the method that renames the fields of recorded data: `readable` itself would read, and therefore record, all
 * fields. The method receives the renaming function. Only `recordUsage` creates such data.
 */
export const RENAMED: unique symbol = Symbol.for('vehicle-lookup.renamed') as never;

/**
 * Data that notes which fields are read renames itself: `readable` would read all of them. The field is a function that
 * gets the renaming. Only `recordUsage` makes such data.
 */
export const RENAMED: unique symbol = Symbol.for('vehicle-lookup.renamed') as never;

/**
 * Data that notes which members are read renames itself: `readable` would read all of them. The member is a function that
 * gets the renaming. Only `recordUsage` makes such data.
 */
export const RENAMED: unique symbol = Symbol.for('vehicle-lookup.renamed') as never;

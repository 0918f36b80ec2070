/** SQL statements by the name of the migration; they run in the order of the names. */
export type Migrations = Record<string, readonly string[]>;

/**
 * A migration whose name begins with a number and `expand` only adds: the release before it runs on the new tables, too,
 * so both may run side by side. Whatever takes something away comes in a later release and is not named so.
 */
const EXPANSION = /^\d{4}-expand-/;

/** Of the migrations that this release does not know, those after which it cannot run any more. */
export const contractions = (executed: readonly string[], known: object): string[] =>
  executed.filter((name) => !Object.hasOwn(known, name) && !EXPANSION.test(name));

/** Names of the migrations that have not run. */
export const pendingOf = (executed: readonly string[], known: Migrations): string[] =>
  Object.keys(known)
    .filter((name) => !executed.includes(name))
    .sort();

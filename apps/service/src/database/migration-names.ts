/**
 * A migration whose name begins with a number and `expand` only adds: the release before it runs on the new tables, too,
 * so both may run side by side. Whatever takes something away comes in a later release and is not named so.
 */
const EXPANSION = /^\d{4}-expand-/;

/** Of the migrations that this release does not know, those after which it cannot run any more. */
export const contractions = (executed: readonly string[], known: object): string[] =>
  executed.filter((name) => !Object.hasOwn(known, name) && !EXPANSION.test(name));

/** The migrations, with an empty one for each that a newer release ran: the migrator refuses names that it does not know. */
export const withExecuted = <M extends object>(
  known: Record<string, M>,
  executed: readonly string[],
): Record<string, M | { up(): Promise<void> }> => ({
  ...Object.fromEntries(executed.map((name) => [name, { up: async () => {} }])),
  ...known,
});

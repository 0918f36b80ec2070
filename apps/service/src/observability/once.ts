const MINUTE = 60_000;
/** Kinds that are remembered at most: a flood of them is told apart less exactly. */
const KINDS = 10_000;

/**
 * For messages that every request or every batch would repeat.
 * @returns a function that returns true if it has not for this kind in the `ms` (default: a minute) before
 */
export function once(): (kind: string, ms?: number) => boolean {
  const silentUntil = new Map<string, number>();
  return (kind, ms = MINUTE) => {
    const now = performance.now();
    if ((silentUntil.get(kind) ?? 0) > now) return false;
    silentUntil.delete(kind);
    silentUntil.set(kind, now + ms);
    // A map keeps the order in which its keys were added.
    if (silentUntil.size > KINDS) silentUntil.delete(silentUntil.keys().next().value as string);
    return true;
  };
}

const MINUTE = 60_000;
/** Maximum number of stored kinds; with more kinds, messages may repeat earlier. */
const KINDS = 10_000;

/**
 * Limits messages that every request or batch would repeat.
 * @returns a function that returns true at most once per kind within `ms` (default: a minute)
 */
export function once(): (kind: string, ms?: number) => boolean {
  const silentUntil = new Map<string, number>();
  return (kind, ms = MINUTE) => {
    const now = performance.now();
    if ((silentUntil.get(kind) ?? 0) > now) return false;
    silentUntil.delete(kind);
    silentUntil.set(kind, now + ms);
    // A map iterates over its keys in insertion order.
    if (silentUntil.size > KINDS) silentUntil.delete(silentUntil.keys().next().value as string);
    return true;
  };
}

const MINUTE = 60_000;

/**
 * For messages that every request or every batch would repeat.
 * @param now milliseconds since 1970
 * @returns true if a message of this kind has not been written for a minute
 */
export function onceAMinute(now: () => number = Date.now): (kind: string) => boolean {
  const written = new Map<string, number>();
  return (kind) => {
    for (const [old, at] of written) if (now() - at >= MINUTE || now() < at) written.delete(old);
    if (written.has(kind)) return false;
    written.set(kind, now());
    return true;
  };
}

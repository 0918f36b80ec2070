/** Pairs that are remembered at most; a flood of them is counted less exactly. */
const PAIRS = 10_000;

/** Notes a refused request. @param seconds for which the pair of user and address is still locked */
export type SeeLockOut = (user: string, address: string, seconds: number) => void;

/**
 * Tells lock-outs that begin from requests that are refused because of one.
 * @param onLockOut called once for each lock-out
 * @param now milliseconds of a clock that does not go back
 */
export function createLockOuts(
  onLockOut: (address: string) => void,
  now: () => number = () => performance.now(),
): SeeLockOut {
  const lockedUntil = new Map<string, number>();

  return (user, address, seconds) => {
    const pair = `${address} ${user.slice(0, 100)}`;
    const isKnown = (lockedUntil.get(pair) ?? 0) > now();
    if (isKnown) return;
    lockedUntil.delete(pair);
    lockedUntil.set(pair, now() + seconds * 1_000);
    // A map keeps the order in which its keys were added.
    if (lockedUntil.size > PAIRS) lockedUntil.delete(lockedUntil.keys().next().value as string);
    onLockOut(address);
  };
}

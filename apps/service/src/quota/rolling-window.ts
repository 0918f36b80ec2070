/**
 * The rolling window over a sequence of consultations whose moments never go back. A consultation at `ts` counts up to,
 * and not at, `ts + window`.
 */

/** The moment of a consultation; none if it is pruned or does not exist yet. */
export type MomentOf = (seq: number) => number | null | undefined;

/**
 * The oldest consultation after `cutoff`; `head + 1` if there is none. Searches outward from `hint` in steps that double:
 * two look-ups if the hint is right, as it is most of the time. A wrong hint only costs more look-ups.
 */
export function oldestLive(momentOf: MomentOf, cutoff: number, head: number, hint: number): number {
  const isLive = (seq: number): boolean => seq > head || (momentOf(seq) ?? Number.NEGATIVE_INFINITY) > cutoff;
  let dead = Math.max(0, Math.min(hint - 1, head));
  let live = dead + 1;
  for (let step = 1; dead > 0 && isLive(dead); step *= 2) {
    live = dead;
    dead = Math.max(0, dead - step);
  }
  for (let step = 1; !isLive(live); step *= 2) {
    dead = live;
    live = Math.min(head + 1, live + step);
  }
  while (live - dead > 1) {
    const middle = Math.floor((dead + live) / 2);
    if (isLive(middle)) live = middle;
    else dead = middle;
  }
  return live;
}

/** How often the clock is compared. */
const INTERVAL = 1_000;
/** Smaller differences are the ordinary corrections of a time service. */
const TOLERANCE = 2_000;

export interface ClockOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds of a clock that never goes back. */
  monotonicNow?: () => number;
}

/**
 * Watches whether the clock of the machine is set while the service runs: the rolling windows depend on it. A machine that
 * slept looks the same as one whose clock was set forward.
 * @param onJump called with the seconds of each jump; negative: back
 * @returns a function that compares now, and one that ends the watch
 */
export function watchClock(
  onJump: (seconds: number) => void,
  { now = Date.now, monotonicNow = () => performance.now() }: ClockOptions = {},
): { compare(): void; stop(): void } {
  let offset = now() - monotonicNow();
  const compare = (): void => {
    const latest = now() - monotonicNow();
    const jump = latest - offset;
    offset = latest;
    if (Math.abs(jump) > TOLERANCE) onJump(Math.round(jump / 1_000));
  };
  const timer = setInterval(compare, INTERVAL).unref();
  return { compare, stop: () => clearInterval(timer) };
}

/** The latest moment that was formatted, and its text. */
let [latest, text] = [0, ''];

/** The current time in ISO 8601. Under load many requests share a millisecond, so it is formatted once. */
export function isoNow(): string {
  const now = Date.now();
  if (now !== latest) [latest, text] = [now, new Date(now).toISOString()];
  return text;
}

/** How often the clock is compared, in milliseconds. */
const INTERVAL = 1_000;
/** Smaller differences are the ordinary corrections of a time service. */
const TOLERANCE = 2_000;

/**
 * Watches whether the clock of the machine is set while the service runs: the rolling windows depend on it. A machine that
 * slept looks the same as one whose clock was set forward.
 * @param onJump called with the seconds of each jump; negative: back
 * @returns a function that ends the watch
 */
export function watchClock(onJump: (seconds: number) => void): () => void {
  let offset = Date.now() - performance.now();
  const compare = (): void => {
    const current = Date.now() - performance.now();
    const jump = current - offset;
    offset = current;
    if (Math.abs(jump) > TOLERANCE) onJump(Math.round(jump / 1_000));
  };
  const timer = setInterval(compare, INTERVAL).unref();
  return () => clearInterval(timer);
}

/** The latest formatted time in milliseconds, and its ISO 8601 string. */
let [latest, text] = [0, ''];

/** Returns the current time in ISO 8601. Under load, many requests share a millisecond, so each millisecond is formatted once. */
export function isoNow(): string {
  const now = Date.now();
  if (now !== latest) [latest, text] = [now, new Date(now).toISOString()];
  return text;
}

/** Milliseconds between two comparisons of the clocks. */
const INTERVAL = 1_000;
/** Milliseconds; smaller differences are ordinary corrections by a time service. */
const TOLERANCE = 2_000;

/**
 * Detects changes to the system clock while the service runs, because the rolling windows depend on this clock. A suspended
 * machine cannot be distinguished from a clock that was set forward.
 * @param onJump called with the seconds of each jump; negative if the clock was set back
 * @returns a function that ends the detection
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

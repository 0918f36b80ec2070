/** A response is late if it begins more than this number of milliseconds after its request may have arrived. */
const LATE_MS = 100;
/** Milliseconds for which all responses must be late before the service is considered overloaded. */
const PATIENCE_MS = 500;
/** Number of requests that may always be in progress, even if the service is overloaded. */
const ROOM = 128;
/**
 * One request may be in progress for every twelve requests that the previous turn of the event loop rejected, if that number
 * exceeds `ROOM`. Otherwise, the event loop would spend its time on rejections.
 */
const REJECTIONS_PER_REQUEST = 12;
/** Milliseconds after the last rejection until the service is no longer overloaded. */
const HOLD_MS = 1_000;
/** Milliseconds of waiting after which the event loop is considered idle. */
const REST_MS = 1;

/** Counts a request. Returns a function to call when its response begins, or undefined if the request must be rejected. */
export type OverloadLimit = () => (() => void) | undefined;

/**
 * Limits the requests in progress while the service is overloaded; otherwise, all requests would wait longer and longer. The
 * service becomes overloaded when all responses within half a second were late, and stays overloaded until a second after the
 * last rejection. The limit is `ROOM`, or a twelfth of the rejections in the previous turn of the event loop if that number is
 * higher. A pause, such as a garbage collection, makes only some responses late and is not an overload.
 * @param now time of a monotonic clock in milliseconds
 * @param idle milliseconds that the event loop has been idle
 */
export function createOverloadLimit(
  now: () => number = () => performance.now(),
  idle: () => number = () => performance.eventLoopUtilization().idle,
): OverloadLimit {
  let inProgress = 0;
  /** Earliest arrival time of the requests in this turn of the event loop. */
  let arrival: number | undefined;
  let [room, rejected] = [ROOM, 0];
  let previous = { moment: now(), idle: idle() };
  /** Times of the first and the latest late response since the last response that was in time. */
  let late: { first: number; latest: number } | undefined;
  let rejectedAt = Number.NEGATIVE_INFINITY;

  /** Returns the earliest arrival time. If the event loop was not idle, a request may have arrived early in the previous turn. */
  function startTurn(moment: number): number {
    setImmediate(() => {
      arrival = undefined;
    });
    [room, rejected] = [Math.max(ROOM, rejected / REJECTIONS_PER_REQUEST), 0];
    const before = previous;
    previous = { moment, idle: idle() };
    return previous.idle - before.idle >= REST_MS ? moment : before.moment;
  }

  const isOverloaded = (moment: number): boolean =>
    moment - rejectedAt < HOLD_MS ||
    (late !== undefined && late.latest - late.first >= PATIENCE_MS && moment - late.latest < PATIENCE_MS);

  return () => {
    const moment = now();
    arrival ??= startTurn(moment);
    if (inProgress >= room && isOverloaded(moment)) {
      rejectedAt = moment;
      rejected++;
      return undefined;
    }
    inProgress++;
    const arrived = arrival;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      inProgress--;
      const begun = now();
      if (begun - arrived <= LATE_MS) late = undefined;
      else late = { first: late?.first ?? begun, latest: begun };
    };
  };
}

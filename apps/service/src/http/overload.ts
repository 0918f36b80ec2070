/** A response that begins later than this after its request may have arrived is late. */
const LATE_MS = 100;
/** For so long every response has to be late. */
const PATIENCE_MS = 500;
/** The least number of requests that may be in progress while the service is overloaded. */
const ROOM = 128;
/**
 * One request may be in progress for every twelve requests that the previous turn of the event loop rejected, if that exceeds
 * `ROOM`. Otherwise a flood of rejections would leave no time for requests.
 */
const REJECTIONS_PER_REQUEST = 12;
/** The service is no longer overloaded once no request was rejected for so long. */
const HOLD_MS = 1_000;
/** An event loop that waits for so long has nothing left to do. */
const REST_MS = 1;

/** Counts a request. Returns the function to call when its response begins, or undefined if the request must be rejected. */
export type OverloadLimit = () => (() => void) | undefined;

/**
 * Without a limit, all requests would wait longer and longer if there are more than the machine can serve. The service is
 * overloaded if all responses of half a second were late. Until no request was rejected for a second, at most `ROOM` requests
 * are in progress then, or a twelfth of the rejections of the previous turn of the event loop if that is more. A pause, such as
 * a garbage collection, makes some responses late, and does not count as an overload.
 * @param now milliseconds of a clock that does not go back
 * @param idle milliseconds that the event loop has waited for something to do
 */
export function createOverloadLimit(
  now: () => number = () => performance.now(),
  idle: () => number = () => performance.eventLoopUtilization().idle,
): OverloadLimit {
  let inProgress = 0;
  /** When the requests of this turn of the event loop may have arrived. */
  let arrival: number | undefined;
  let [room, rejected] = [ROOM, 0];
  let previous = { moment: now(), idle: idle() };
  /** The first and the latest of the late responses since the last one that was in time. */
  let late: { first: number; latest: number } | undefined;
  let rejectedAt = Number.NEGATIVE_INFINITY;

  /** Without a rest since the turn before, a request may have arrived right after that turn had begun. */
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

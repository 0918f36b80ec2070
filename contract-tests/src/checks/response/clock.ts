import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundViolation, ResponseContext, ResponseTest } from '../check.ts';
import { readBody } from '../read-body.ts';

/** A date-time with a numeric offset, the format of times in the document. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

const MINUTE = 60_000;
const TOLERANCE_MS = 5 * MINUTE;
const STALE_MS = 24 * 60 * MINUTE;

/** A time in a response that differs from the local clock. */
interface OtherTime {
  /** `stale-response`: at least a day old. `local-time`: the difference is a multiple of 15 minutes. */
  code: 'stale-response' | 'local-time' | 'clock-skew';
  at: Pick<FoundViolation, 'pointer' | 'header'>;
  /** The delay in milliseconds. */
  late: number;
}

/** Returns the times in `Age`, in `Date` and at the top level of the body that are not current. */
function otherTimes(response: ReceivedResponse, { now, verdict }: ResponseContext): OtherTime[] {
  if (now === undefined || !verdict?.ok) return [];
  const age = Number(headerOf(response, 'age') ?? '0') * 1000;
  const date = now - Date.parse(headerOf(response, 'date') ?? '');
  const times: Omit<OtherTime, 'code'>[] = [
    { at: { header: 'age' }, late: age > STALE_MS ? age : 0 },
    { at: { header: 'date' }, late: date },
    ...Object.entries(Object(readBody(response).json?.body)).flatMap(([name, value]) =>
      typeof value === 'string' && DATE_TIME.test(value)
        ? [{ at: { pointer: `/${name}` }, late: now - Date.parse(value) }]
        : [],
    ),
  ];
  // Otherwise the clock of this machine or of the service is wrong.
  const mayBeZone = Number.isNaN(date) || Math.abs(date) <= TOLERANCE_MS;
  return times
    .filter(({ late }) => Math.abs(late) > TOLERANCE_MS)
    .map((time) => {
      const isLocal = mayBeZone && time.at.pointer !== undefined && isOfZone(time.late);
      return { ...time, code: isLocal ? 'local-time' : time.late > STALE_MS ? 'stale-response' : 'clock-skew' };
    });
}

/** Returns whether a difference can be a time zone offset: a multiple of 15 minutes between half an hour and 14 hours. */
function isOfZone(late: number): boolean {
  const rest = Math.abs(late) % (15 * MINUTE);
  const isWhole = Math.min(rest, 15 * MINUTE - rest) < MINUTE / 2;
  return isWhole && Math.abs(late) > 29 * MINUTE && Math.abs(late) < 14 * 60 * MINUTE + MINUTE;
}

/** Creates a check that reports the times with the given finding code. */
const ofTimes =
  (code: OtherTime['code'], expected: string, next: string): ResponseTest =>
  (response, context) =>
    otherTimes(response, context)
      .filter((time) => time.code === code)
      .map(({ at, late }) => {
        const minutes = Math.round(Math.abs(late) / MINUTE);
        const difference = `${minutes} minutes ${late > 0 ? 'late' : 'early'}`;
        return {
          ...at,
          expected,
          got: `a time that is ${difference} in ${at.pointer ?? `the header ${at.header}`}`,
          next,
          ...(code === 'local-time' ? { cause: `local time, ${difference}` } : {}),
        };
      });

export const staleResponse: ContractCheck = {
  code: 'stale-response',
  level: 'warning',
  harm: 'Callers may get data that is out of date.',
  title: 'A response is more than a day old',
  explanation: '`Age`, `Date` or the timestamp shows that a cache stores responses for too long.',
  ofResponse: ofTimes(
    'stale-response',
    'a current response',
    'Look for a cache in front of the service: clear it, shorten its lifetime, or send Cache-Control with a short max-age or no-store.',
  ),
};

const OF_NOW = "a time within five minutes of this machine's clock";

export const clockSkew: ContractCheck = {
  code: 'clock-skew',
  level: 'warning',
  harm: 'A program that compares the time with its own clock concludes that the response is old or from the future.',
  title: 'The clocks of the service and of this machine differ',
  ofResponse: ofTimes('clock-skew', OF_NOW, 'Set the clocks of the service and of this machine.'),
};

export const localTime: ContractCheck = {
  code: 'local-time',
  level: 'warning',
  harm: 'A program that compares the time with its own clock is off by hours.',
  title: 'A timestamp is a local time',
  explanation: "The timestamp differs from this machine's clock by a multiple of 15 minutes, as time zones do.",
  ofResponse: ofTimes(
    'local-time',
    OF_NOW,
    'Write the time in UTC with +00:00, or the local time with the offset of its time zone.',
  ),
};

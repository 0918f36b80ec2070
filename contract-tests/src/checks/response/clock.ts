import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundViolation, ResponseContext, ResponseTest } from '../check.ts';
import { readBody } from '../read-body.ts';

/** A date-time with a numeric offset: the form of the document's times. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

const MINUTE = 60_000;
const TOLERANCE_MS = 5 * MINUTE;
const STALE_MS = 24 * 60 * MINUTE;

/** A time in a response that differs from the clock of this machine. */
interface OtherTime {
  /** `stale-response`: it was kept somewhere for a day or longer. `local-time`: it differs by whole quarters of an hour. */
  code: 'stale-response' | 'local-time' | 'clock-skew';
  at: Pick<FoundViolation, 'pointer' | 'header'>;
  /** In milliseconds. */
  late: number;
}

/** The times of a response in `Age`, in `Date` and on the first level of its body that are not of now. */
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
  // Otherwise it is a clock that is wrong, the one of this machine or that of the service.
  const mayBeZone = Number.isNaN(date) || Math.abs(date) <= TOLERANCE_MS;
  return times
    .filter(({ late }) => Math.abs(late) > TOLERANCE_MS)
    .map((time) => {
      const isLocal = mayBeZone && time.at.pointer !== undefined && isOfZone(time.late);
      return { ...time, code: isLocal ? 'local-time' : time.late > STALE_MS ? 'stale-response' : 'clock-skew' };
    });
}

/** Offsets of time zones are whole quarters of an hour, between half an hour and 14 hours. */
function isOfZone(late: number): boolean {
  const rest = Math.abs(late) % (15 * MINUTE);
  const isWhole = Math.min(rest, 15 * MINUTE - rest) < MINUTE / 2;
  return isWhole && Math.abs(late) > 29 * MINUTE && Math.abs(late) < 14 * 60 * MINUTE + MINUTE;
}

/** Looks at the times that have one cause. */
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
  harm: 'Callers may see data that has changed since.',
  title: 'A response is more than a day old',
  explanation: '`Age`, `Date` or the timestamp shows it: a cache stores responses for too long.',
  ofResponse: ofTimes(
    'stale-response',
    'a response of now',
    'Look for a cache before the service: empty it, shorten its time, or send Cache-Control with a short max-age or no-store.',
  ),
};

const OF_NOW = 'a time within five minutes of this machine';

export const clockSkew: ContractCheck = {
  code: 'clock-skew',
  level: 'warning',
  harm: 'A program that compares the time with its own clock concludes that the response is old or from the future.',
  title: 'The clocks differ',
  ofResponse: ofTimes('clock-skew', OF_NOW, 'Set the clocks of the service and of this machine.'),
};

export const localTime: ContractCheck = {
  code: 'local-time',
  level: 'warning',
  harm: 'A program that compares the time with its own clock is wrong by hours.',
  title: 'A timestamp is a local time',
  explanation: 'It differs from the clock of this machine by whole quarters of an hour, as time zones do.',
  ofResponse: ofTimes(
    'local-time',
    OF_NOW,
    'Write the time in UTC with +00:00, or the local time with the offset of its time zone.',
  ),
};

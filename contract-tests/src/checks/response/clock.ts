import { headerOf, type ReceivedResponse } from '../../run/response.ts';
import type { ContractCheck, FoundViolation, ResponseContext, ResponseTest } from '../check.ts';
import { readBody } from '../read-body.ts';

/** A date-time with a numeric offset: the form of the document's times. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

const MINUTE = 60_000;
const TOLERANCE_MS = 5 * MINUTE;
const STALE_MS = 24 * 60 * MINUTE;

/** A time in a response that is not the one of the clock of this machine. */
interface OtherTime {
  /** `stale-response`: it was kept somewhere for a day or longer. `local-time`: it is whole quarters of an hour away. */
  code: 'stale-response' | 'local-time' | 'clock-skew';
  place: string;
  at: Pick<FoundViolation, 'pointer' | 'header'>;
  /** In milliseconds. */
  late: number;
  now: number;
}

/** The times of a response in `Age`, in `Date` and on the first level of its body that are not of now. */
function otherTimes(response: ReceivedResponse, { now, verdict }: ResponseContext): OtherTime[] {
  if (now === undefined || !verdict?.ok) return [];
  const body = readBody(response).json?.body;
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  const age = Number(headerOf(response, 'age') ?? '0') * 1000;
  const date = now - Date.parse(headerOf(response, 'date') ?? '');
  const times: Pick<OtherTime, 'place' | 'at' | 'late'>[] = [
    { place: 'the header age', at: { header: 'age' }, late: age > STALE_MS ? age : 0 },
    { place: 'the header date', at: { header: 'date' }, late: date },
    ...members
      .filter(([, value]) => typeof value === 'string' && DATE_TIME.test(value))
      .map(([name, value]) => ({
        place: `/${name}`,
        at: { pointer: `/${name}` },
        late: now - Date.parse(String(value)),
      })),
  ];
  // Otherwise it is a clock that is wrong, this one or that of the service.
  const mayBeZone = Number.isNaN(date) || Math.abs(date) <= TOLERANCE_MS;
  return times
    .filter(({ late }) => Math.abs(late) > TOLERANCE_MS)
    .map((time) => {
      const isLocal = mayBeZone && time.at.pointer !== undefined && isOfZone(time.late);
      return { ...time, now, code: isLocal ? 'local-time' : time.late > STALE_MS ? 'stale-response' : 'clock-skew' };
    });
}

/** Looks at the times that have one cause. */
const ofTimes =
  (code: OtherTime['code'], finding: (time: OtherTime) => Omit<FoundViolation, 'pointer' | 'header'>): ResponseTest =>
  (response, context) =>
    otherTimes(response, context)
      .filter((time) => time.code === code)
      .map((time) => ({ ...time.at, ...finding(time) }));

export const staleResponse: ContractCheck = {
  code: 'stale-response',
  level: 'warning',
  harm: 'Callers may see data that has changed since.',
  title: 'A response is more than a day old',
  explanation:
    'By `Age`, `Date` or its timestamp the response was made long ago: something keeps responses for too long.',
  ofResponse: ofTimes('stale-response', ({ late, place }) => ({
    expected: 'a response of now',
    got: `a response that is ${Math.floor(late / STALE_MS)} days old by ${place}`,
    next: 'Look for a cache before the service: empty it, shorten its time, or send Cache-Control with a short max-age or no-store.',
  })),
};

const OF_NOW = 'a time within five minutes of this machine';

export const clockSkew: ContractCheck = {
  code: 'clock-skew',
  level: 'warning',
  harm: 'A program that compares the time with its own clock takes the response for old, or for one of the future.',
  title: 'The clocks differ',
  explanation: 'A time in a response is more than five minutes away from the clock of this machine.',
  ofResponse: ofTimes('clock-skew', ({ late, place }) => ({
    expected: OF_NOW,
    got: `a time that is ${Math.round(Math.abs(late) / MINUTE)} minutes ${late > 0 ? 'late' : 'early'} in ${place}`,
    next: 'Set the clocks of the service and of this machine.',
  })),
};

export const localTime: ContractCheck = {
  code: 'local-time',
  level: 'warning',
  harm: 'A program that compares the time with its own clock is wrong by hours.',
  title: 'A timestamp is a local time',
  explanation:
    'Beyond the contract: it differs from the clock of this machine by whole quarters of an hour, as time zones do.',
  ofResponse: ofTimes('local-time', ({ late, place, now }) => {
    const zone = offsetText(-late);
    return {
      cause: `local time of ${zone}`,
      expected: OF_NOW,
      got: `a time in ${place} that is ${hoursText(late)} the clock of this machine (${new Date(now).toISOString().slice(11, 19)} UTC): the local time of ${zone}, labelled as another`,
      next: `Write the time in UTC with +00:00, or this local time with its own offset (${zone}).`,
    };
  }),
};

/** Offsets of time zones are whole quarters of an hour, between half an hour and 14 hours. */
function isOfZone(late: number): boolean {
  const rest = Math.abs(late) % (15 * MINUTE);
  const isWhole = Math.min(rest, 15 * MINUTE - rest) < MINUTE / 2;
  return isWhole && Math.abs(late) > 29 * MINUTE && Math.abs(late) < 14 * 60 * MINUTE + MINUTE;
}

const quarters = (late: number): number => Math.round(Math.abs(late) / MINUTE / 15);

const hoursText = (late: number): string => `${quarters(late) / 4} hours ${late > 0 ? 'behind' : 'ahead of'}`;

/** `-08:00` */
function offsetText(early: number): string {
  const two = (count: number): string => String(count).padStart(2, '0');
  const count = quarters(early);
  return `${early < 0 ? '-' : '+'}${two(Math.floor(count / 4))}:${two((count % 4) * 15)}`;
}

import { headerOf, type ReceivedResponse } from '../run/response.ts';
import type { Violation } from './violation.ts';

const MINUTE = 60_000;
const TOLERANCE_MS = 5 * MINUTE;
const STALE_MS = 24 * 60 * MINUTE;
/** A date-time with a numeric offset: the form of the document's times. */
export const DATE_TIME: RegExp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

type TimePlace = Pick<Violation, 'pointer' | 'header'>;

/**
 * Compares the times of a response, in `Age`, in `Date` and on the first level of its body, with the clock of this machine. A
 * small difference is one of the clocks; a response of yesterday was kept somewhere.
 * @param now milliseconds since the epoch
 */
export function clockSkew(response: ReceivedResponse, body: unknown, now: number): Violation[] {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  const age = Number(headerOf(response, 'age') ?? '0') * 1000;
  const times: [place: string, at: TimePlace, late: number][] = [
    ['the header age', { header: 'age' }, age > STALE_MS ? age : 0],
    ['the header date', { header: 'date' }, now - Date.parse(headerOf(response, 'date') ?? '')],
    ...members
      .filter(([, value]) => typeof value === 'string' && DATE_TIME.test(value))
      .map(([name, value]): (typeof times)[number] => [
        `/${name}`,
        { pointer: `/${name}` },
        now - Date.parse(String(value)),
      ]),
  ];
  const date = Date.parse(headerOf(response, 'date') ?? '');
  // Otherwise it is a clock that is wrong, this one or that of the service.
  const mayBeZone = Number.isNaN(date) || Math.abs(now - date) <= TOLERANCE_MS;
  return times
    .filter(([, , late]) => Math.abs(late) > TOLERANCE_MS)
    .map(([place, at, late]) => (mayBeZone && localTime(place, at, late, now)) || createViolation(place, at, late));
}

function createViolation(place: string, at: TimePlace, late: number): Violation {
  if (late > STALE_MS) {
    const got = `a response that is ${Math.floor(late / STALE_MS)} days old by ${place}`;
    return {
      code: 'stale-response',
      ...at,
      expected: 'a response of now',
      got,
      next: 'Look for a cache before the service: empty it, shorten its time, or send Cache-Control with a short max-age or no-store.',
    };
  }
  const got = `a time that is ${Math.round(Math.abs(late) / MINUTE)} minutes ${late > 0 ? 'late' : 'early'} in ${place}`;
  const next = 'Set the clocks of the service and of this machine.';
  return { code: 'clock-skew', ...at, expected: 'a time within five minutes of this machine', got, next };
}

function localTime(place: string, at: TimePlace, late: number, now: number): Violation | undefined {
  if (at.pointer === undefined || !isOfZone(late)) return undefined;
  const zone = offsetText(-late);
  return {
    code: 'local-time',
    ...at,
    cause: `local time of ${zone}`,
    expected: 'a time within five minutes of this machine',
    got: `a time in ${place} that is ${hoursText(late)} the clock of this machine (${new Date(now).toISOString().slice(11, 19)} UTC): the local time of ${zone}, labelled as another`,
    next: `Write the time in UTC with +00:00, or this local time with its own offset (${zone}).`,
  };
}

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

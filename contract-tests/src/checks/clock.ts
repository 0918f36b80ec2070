import { headerOf, type Reply } from '../run/reply.ts';
import type { Breach } from './breach.ts';

const TOLERANCE_MS = 5 * 60 * 1000;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/;

/**
 * Compares the times of a reply, in `Date` and on the first level of its body, with the clock of this machine.
 * @param now milliseconds since the epoch
 */
export function clockSkew(reply: Reply, body: unknown, now: number): Breach[] {
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];
  const times: [place: string, pointer: string | undefined, text: string][] = [
    ['the header date', undefined, headerOf(reply, 'date') ?? ''],
    ...members
      .filter(([, value]) => typeof value === 'string' && DATE_TIME.test(value))
      .map(([name, value]): [string, string, string] => [`/${name}`, `/${name}`, value as string]),
  ];
  return times
    .filter(([, , text]) => Math.abs(Date.parse(text) - now) > TOLERANCE_MS)
    .map(([place, pointer]) => ({
      code: 'clock-skew',
      ...(pointer === undefined ? {} : { pointer }),
      expected: 'a time within five minutes of this machine',
      got: `another time in ${place}`,
      next: 'Set the clocks of the service and of this machine.',
    }));
}

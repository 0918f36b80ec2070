import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { membersOf, successes } from '../shared/bodies.ts';
import { confirmedBy } from '../shared/results.ts';

/** ISO 8601 with a numeric offset, as the clause has it, of any precision. */
const ISO = /^(\d{4})-?(\d\d)-?(\d\d)T\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?[+-]\d\d(?::?\d\d)?$/;

function isDateTime(text: string): boolean {
  const [, year, month, day] = (ISO.exec(text) ?? []).map(Number);
  // A day that the month does not have leads into the next one.
  return day !== undefined && new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
}

export const probe: AssumptionProbe = {
  covers: ({ status, pointer, value }) => status === '200' && pointer === '/timestamp' && isDateTime(String(value)),
  judge: (judgements) =>
    confirmedBy(
      successes(judgements).filter((one) => 'timestamp' in membersOf(one)).length,
      'a timestamp of this form',
    ),
};

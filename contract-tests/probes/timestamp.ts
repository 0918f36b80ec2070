import type { AssumptionProbe } from '../src/assumption-probe.ts';
import { membersOf, successes } from './shared/bodies.ts';
import { confirmedBy } from './shared/results.ts';

/** ISO 8601 with a numeric offset, as the clause has it, of any precision. */
const ISO = /^\d{4}-?\d\d-?\d\dT\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?[+-]\d\d(?::?\d\d)?$/;

export const probe: AssumptionProbe = {
  owns: ({ status, pointer, value }) => status === '200' && pointer === '/timestamp' && ISO.test(String(value)),
  judge: (seen) =>
    confirmedBy(successes(seen).filter((one) => 'timestamp' in membersOf(one)).length, 'a timestamp of this form'),
};

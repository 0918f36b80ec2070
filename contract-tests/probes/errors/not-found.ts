import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { refusals } from '../shared/refusals.ts';

// "no data found for the VIN" is a clause; the other identifiers are assumed to be treated alike.
export const probe: AssumptionProbe = refusals(
  ({ why, parameter }) => why === `unknown ${parameter}` && parameter !== 'vin',
);

import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { refusals } from '../shared/refusals.ts';

// "invalid VIN or missing parameters": no clause speaks of the carId's notation.
export const probe: AssumptionProbe = refusals(
  ({ why, parameter, form }) => why === 'malformed-parameter' && parameter === 'carId' && form !== 'empty',
);

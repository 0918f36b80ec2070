import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { refusals } from '../shared/refusals.ts';

// Other wrong VINs break a clause: "VIN length", "VIN character set".
export const probe: AssumptionProbe = refusals(
  ({ why, parameter, form = '' }) =>
    why === 'malformed-parameter' && parameter === 'vin' && /^lower case$|blank$/.test(form),
);

import type { AssumptionProbe } from '../../src/judge/assumption-probe.ts';
import { refusals } from '../shared/refusals.ts';

export const probe: AssumptionProbe = refusals('vin-case');

import type { Check } from '../../src/judge/case.ts';
import { displacement } from './displacement.ts';
import { power } from './power.ts';
import { productionYears } from './production-years.ts';

/** What holds within every vehicle record. */
export const vehicleChecks: readonly Check[] = [productionYears, power, displacement];

import type { Check } from '../src/case.ts';
import { distinct } from './shared/distinct.ts';
import { productionYears } from './shared/production-years.ts';

// "Every possible match": a vehicle matches once.
export const checks: Check[] = [distinct('carId'), productionYears];

import type { Check } from '../src/case.ts';
import { productionYears } from './shared/production-years.ts';

export const checks: Check[] = [productionYears];

import type { Check } from '../src/case.ts';
import type { Yields } from '../src/plan/order.ts';
import { productionYears } from './shared/production-years.ts';

export const yields: Yields = { carId: '/data/carId' };

export const checks: Check[] = [productionYears];

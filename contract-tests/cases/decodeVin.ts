import type { Check } from '../src/judge/case.ts';
import type { Yields } from '../src/plan/order.ts';
import { vehicleChecks } from './shared/vehicle.ts';

export const yields: Yields = { carId: '/data/carId' };

export const checks: Check[] = [...vehicleChecks];

import type { ValueRule } from '../src/judge/value-rule.ts';
import type { Yields } from '../src/plan/order.ts';
import { vehicleRecordRules } from './getVehicle.ts';

export const yields: Yields = { carId: 'carId' };

export const rules: ValueRule[] = [...vehicleRecordRules];

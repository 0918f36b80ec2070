import type { Yields } from '../../plan/order.ts';
import type { ValueRule } from '../value-rule.ts';
import { details } from './details.ts';
import { lists } from './lists.ts';
import { vehicles } from './vehicles.ts';

/** Rules about response values that a schema cannot express. */
export const valueRules: readonly ValueRule[] = [...lists, ...vehicles, ...details];

/** The response fields that provide parameter values for other operations, by operationId. */
export const yields: Readonly<Record<string, Yields>> = {
  decodeVin: { carId: 'carId' },
  decodeVinAll: { carId: 'carId' },
  listBrands: { brand: 'slug' },
  listModels: { model: 'slug' },
};

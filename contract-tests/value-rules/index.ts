import type { OperationRules } from '../src/judge/value-rule.ts';
import * as decodeVin from './decodeVin.ts';
import * as decodeVinAll from './decodeVinAll.ts';
import * as getEngines from './getEngines.ts';
import * as getFluids from './getFluids.ts';
import * as getVehicle from './getVehicle.ts';
import * as listBrands from './listBrands.ts';
import * as listModels from './listModels.ts';
import * as listVariants from './listVariants.ts';

/** By operationId. An operation that is not listed has no rules. */
export const valueRules: Readonly<Record<string, OperationRules>> = {
  decodeVin,
  decodeVinAll,
  getEngines,
  getFluids,
  getVehicle,
  listBrands,
  listModels,
  listVariants,
};

import type { FaultClass, FaultyServices, OperationFaults } from '../service.ts';
import { faults as credentials } from './by-class/credentials.ts';
import { faults as meaning } from './by-class/meaning.ts';
import { faults as schema } from './by-class/schema.ts';
import { faults as selector } from './by-class/selector.ts';
import { faults as together } from './by-class/together.ts';
import { faults as wire } from './by-class/wire.ts';
import { faults as decodeVin } from './by-operation/decodeVin.ts';
import { faults as decodeVinAll } from './by-operation/decodeVinAll.ts';
import { faults as getEngines } from './by-operation/getEngines.ts';
import { faults as getFluids } from './by-operation/getFluids.ts';
import { faults as getOemParts } from './by-operation/getOemParts.ts';
import { faults as getRepairTimes } from './by-operation/getRepairTimes.ts';
import { faults as getVehicle } from './by-operation/getVehicle.ts';
import { faults as listBrands } from './by-operation/listBrands.ts';
import { faults as listModels } from './by-operation/listModels.ts';
import { faults as listVariants } from './by-operation/listVariants.ts';

export const byClass: Readonly<Record<FaultClass, FaultyServices>> = {
  wire,
  schema,
  selector,
  credentials,
  meaning,
  together,
};

/** By operationId. */
export const byOperation: Readonly<Record<string, OperationFaults>> = {
  decodeVin,
  decodeVinAll,
  getEngines,
  getFluids,
  getOemParts,
  getRepairTimes,
  getVehicle,
  listBrands,
  listModels,
  listVariants,
};

import type { Handlers } from '../lookup/handler.ts';
import { handler as decodeVin } from './decodeVin.ts';
import { handler as decodeVinAll } from './decodeVinAll.ts';
import { handler as getEngines } from './getEngines.ts';
import { handler as getFluids } from './getFluids.ts';
import { handler as getOemParts } from './getOemParts.ts';
import { handler as getRepairTimes } from './getRepairTimes.ts';
import { handler as getVehicle } from './getVehicle.ts';
import { handler as listBrands } from './listBrands.ts';
import { handler as listModels } from './listModels.ts';
import { handler as listVariants } from './listVariants.ts';

/** An operation of the document without a handler gets the reply 501. */
export const handlers: Handlers = {
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

import type { FaultClass, FaultyServices, OperationFaults } from '../service.ts';
import { faults as credentials } from './by-class/credentials.ts';
import { faults as meaning } from './by-class/meaning.ts';
import { faults as schema } from './by-class/schema.ts';
import { faults as selector } from './by-class/selector.ts';
import { faults as together } from './by-class/together.ts';
import { faults as wire } from './by-class/wire.ts';
import { faults as catalogue } from './by-operation/catalogue.ts';
import { faults as vehicle } from './by-operation/vehicle.ts';
import { faults as vin } from './by-operation/vin.ts';

export const byClass: Readonly<Record<FaultClass, FaultyServices>> = {
  wire,
  schema,
  selector,
  credentials,
  meaning,
  together,
};

/** The faults in single operations, by operationId. */
export const byOperation: Readonly<Record<string, OperationFaults>> = {
  ...catalogue,
  ...vin,
  ...vehicle,
};

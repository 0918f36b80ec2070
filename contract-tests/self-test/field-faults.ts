import { readClauses } from '@vehicle-lookup/openapi/provenance';
import { contractDocument } from '../src/plan/document.ts';
import { set } from './changes.ts';
import type { FaultyServices } from './service.ts';

/** Where the documented examples hold an object of a schema: an operation, and a JSON Pointer as `edit` takes it. */
const OBJECTS: Readonly<Record<string, readonly [operation: string, pointer: string]>> = {
  Vehicle: ['getVehicle', '/data'],
  OemPartGroup: ['getOemParts', '/data/*'],
  RepairTime: ['getRepairTimes', '/data/*'],
  CatalogueEntry: ['listBrands', '/data/*'],
  Variant: ['listVariants', '/data/*'],
  Engine: ['getEngines', '/data/*'],
};

const FIELD = /^#\/components\/schemas\/(\w+)\/properties\/(\w+)$/;

/** For every clause that states one field of a record: a service that sends that field as a boolean. */
export const fieldFaults: FaultyServices = Object.fromEntries(
  [...readClauses(contractDocument())].flatMap(([clause, { places }]) =>
    places.flatMap((place) => {
      const [, schema = '', field = ''] = FIELD.exec(place) ?? [];
      const object = OBJECTS[schema];
      if (!object) return [];
      const [operation, pointer] = object;
      const fault = {
        says: `sends ${field} as a boolean (${operation})`,
        operations: [operation],
        code: 'schema',
        clause,
        change: set(`${pointer}/${field}`, true),
      };
      return [[`${clause}-as-a-boolean`, fault]];
    }),
  ),
);

import type { OperationId, OperationParameters } from '@vehicle-lookup/contract';
import type { Catalogue, IsDisconnected } from '../../catalogue/catalogue.ts';
import { VIN_LENGTH } from '../../catalogue/catalogue-entry.ts';

/** JSON strings of consecutive list items. */
export type Records = string | readonly string[];

/** JSON of the data: a record, a list of records, or a list that may be long; undefined if there are no data. */
export type LookupResult = string | readonly string[] | AsyncIterable<Records> | undefined;

/** The catalogue query of an operation. */
interface Handler<Parameters> {
  /** Finds the data for valid parameters. An AsyncIterable that yields no value, not even an empty list, means no data. */
  find(
    catalogue: Catalogue,
    parameters: Parameters,
    isDisconnected: IsDisconnected,
  ): Promise<LookupResult> | AsyncIterable<Records>;
  /** Returns true if the look-up may read a large part of the catalogue; default: always false. */
  isSearch?(parameters: Parameters): boolean;
  /** Message of the 404 response. */
  notFound: string;
}

/** Handlers by operation. A handler has the declared parameters, so a renamed parameter causes a compile error. */
type Handlers = { readonly [Id in OperationId]?: Handler<OperationParameters[Id]> };

const NO_VIN = 'No data found for this VIN.';
const NO_CAR = 'No vehicle has this carId.';

/** Returns true for a partial VIN, which may match many vehicles. */
const isSearch = ({ vin }: { vin: string }): boolean => vin.length < VIN_LENGTH;

/** The handler of each operation. An operation without a handler returns 501. */
const operations: Handlers = {
  decodeVin: { find: (catalogue, { vin }, left) => catalogue.firstMatch(vin, left), notFound: NO_VIN },
  decodeVinAll: { find: (catalogue, { vin }, left) => catalogue.matches(vin, left), isSearch, notFound: NO_VIN },
  getEngines: { find: (catalogue, { vin }, left) => catalogue.engines(vin, left), isSearch, notFound: NO_VIN },
  getVehicle: { find: (catalogue, { carId }) => catalogue.vehicle(Number(carId)), notFound: NO_CAR },
  getFluids: { find: (catalogue, { carId }) => catalogue.list('fluids', Number(carId)), notFound: NO_CAR },
  getOemParts: { find: (catalogue, { carId }) => catalogue.list('oemParts', Number(carId)), notFound: NO_CAR },
  getRepairTimes: { find: (catalogue, { carId }) => catalogue.list('repairTimes', Number(carId)), notFound: NO_CAR },
  listBrands: {
    async find(catalogue) {
      const brands = await catalogue.brands();
      return brands.length > 0 ? brands : undefined;
    },
    notFound: 'There are no brands.',
  },
  listModels: { find: (catalogue, { brand }) => catalogue.models(brand), notFound: 'No such brand.' },
  listVariants: {
    find: (catalogue, { brand, model }) => catalogue.variants(brand, model),
    notFound: 'No such brand, or the brand has no such model.',
  },
};

/** Returns the handler of an operation; undefined if there is no handler. */
export const handlerOf = (operation: OperationId): Handler<Record<string, string>> | undefined => operations[operation];

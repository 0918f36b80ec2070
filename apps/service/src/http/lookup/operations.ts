import type { OperationId, OperationParameters } from '@vehicle-lookup/contract';
import type { Catalogue, IsDisconnected } from '../../catalogue/catalogue.ts';
import { VIN_LENGTH } from '../../catalogue/catalogue-entry.ts';

/** JSON texts that follow each other in a list. */
export type Records = string | readonly string[];

/** JSON text of the data: one record, a list of records, a list that may be long; undefined: nothing was found. */
export type LookupResult = string | readonly string[] | AsyncIterable<Records> | undefined;

/** An operation's question to the catalogue. */
interface Handler<Parameters> {
  /** An AsyncIterable that yields nothing, not even an empty list, means that nothing was found. The parameters are checked already. */
  find(
    catalogue: Catalogue,
    parameters: Parameters,
    isDisconnected: IsDisconnected,
  ): Promise<LookupResult> | AsyncIterable<Records>;
  /** True if these parameters may make the look-up read much of the catalogue; default: never. */
  isSearch?(parameters: Parameters): boolean;
  /** The text of a 404. */
  notFound: string;
}

/** A handler takes the parameters that the document declares: after one is renamed, the handler does not compile. */
type Handlers = { readonly [Id in OperationId]?: Handler<OperationParameters[Id]> };

const NO_VIN = 'No data found for this VIN.';
const NO_CAR = 'No vehicle has this carId.';

/** True for a part of a VIN: many vehicles may match. */
const isSearch = ({ vin }: { vin: string }): boolean => vin.length < VIN_LENGTH;

/** How each operation asks the catalogue. An operation of the document that is missing here gets the response 501. */
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

/** The handler of an operation, for the parameters that the query has for it; undefined: there is none. */
export const handlerOf = (operation: OperationId): Handler<Record<string, string>> | undefined => operations[operation];

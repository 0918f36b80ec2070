import { type Handlers, isPartialVin } from './lookup/handler.ts';

/** How each operation asks the catalogue. An operation of the document without a handler gets the response 501. */
export const handlers: Handlers = {
  decodeVin: {
    find: (catalogue, { vin }, isDisconnected) => catalogue.firstMatch(vin, isDisconnected),
    notFound: 'No data found for this VIN.',
  },
  decodeVinAll: {
    find: (catalogue, { vin }, isDisconnected) => catalogue.matches(vin, isDisconnected),
    isSearch: isPartialVin,
    notFound: 'No data found for this VIN.',
  },
  getEngines: {
    find: (catalogue, { vin }, isDisconnected) => catalogue.engines(vin, isDisconnected),
    isSearch: isPartialVin,
    notFound: 'No data found for this VIN.',
  },
  getFluids: {
    find: (catalogue, { carId }) => catalogue.list('fluids', Number(carId)),
    notFound: 'No vehicle has this carId.',
  },
  getOemParts: {
    find: (catalogue, { carId }) => catalogue.list('oemParts', Number(carId)),
    notFound: 'No vehicle has this carId.',
  },
  getRepairTimes: {
    find: (catalogue, { carId }) => catalogue.list('repairTimes', Number(carId)),
    notFound: 'No vehicle has this carId.',
  },
  getVehicle: {
    find: (catalogue, { carId }) => catalogue.vehicle(Number(carId)),
    notFound: 'No vehicle has this carId.',
  },
  listBrands: {
    async find(catalogue) {
      const brands = await catalogue.brands();
      return brands.length > 0 ? brands : undefined;
    },
    notFound: 'There are no brands.',
  },
  listModels: {
    find: (catalogue, { brand }) => catalogue.models(brand),
    notFound: 'No such brand.',
  },
  listVariants: {
    find: (catalogue, { brand, model }) => catalogue.variants(brand, model),
    notFound: 'No such brand, or the brand has no such model.',
  },
};

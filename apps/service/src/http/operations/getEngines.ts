import { type Handler, isPartialVin } from '../lookup/handler.ts';

export const handler: Handler<'getEngines'> = {
  find: (catalogue, { vin }, isDisconnected) => catalogue.engines(vin, isDisconnected),
  isSearch: isPartialVin,
  notFound: 'No data found for this VIN.',
};

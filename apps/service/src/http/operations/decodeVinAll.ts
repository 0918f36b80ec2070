import { type Handler, isPartialVin } from '../lookup/handler.ts';

export const handler: Handler<'decodeVinAll'> = {
  find: (catalogue, { vin }, isDisconnected) => catalogue.matches(vin, isDisconnected),
  isSearch: isPartialVin,
  notFound: 'No data found for this VIN.',
};

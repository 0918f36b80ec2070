import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'decodeVin'> = {
  find: (catalogue, { vin }, isDisconnected) => catalogue.firstMatch(vin, isDisconnected),
  notFound: 'No data found for this VIN.',
};

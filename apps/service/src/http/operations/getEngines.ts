import type { Handler } from '../lookup/handler.ts';

export const handler: Handler = {
  find: (catalogue, { vin = '' }, isDisconnected) => catalogue.engines(vin, isDisconnected),
  notFound: 'No data found for this VIN.',
};

import type { Handler } from '../handler.ts';

export const handler: Handler = {
  find: (catalogue, { vin = '' }, isGone) => catalogue.firstMatch(vin, isGone),
  notFound: 'No data found for this VIN.',
};

import type { Handler } from '../handler.ts';

export const handler: Handler = {
  find: (catalogue, { vin = '' }) => catalogue.firstMatch(vin),
  notFound: 'No data found for this VIN.',
};

import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'getOemParts'> = {
  find: (catalogue, { carId }) => catalogue.list('oemParts', Number(carId)),
  notFound: 'No vehicle has this carId.',
};

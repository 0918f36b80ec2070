import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'getFluids'> = {
  find: (catalogue, { carId }) => catalogue.list('fluids', Number(carId)),
  notFound: 'No vehicle has this carId.',
};

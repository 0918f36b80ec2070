import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'getVehicle'> = {
  find: (catalogue, { carId }) => catalogue.vehicle(Number(carId)),
  notFound: 'No vehicle has this carId.',
};

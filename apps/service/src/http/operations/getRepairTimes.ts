import type { Handler } from '../lookup/handler.ts';

export const handler: Handler<'getRepairTimes'> = {
  find: (catalogue, { carId }) => catalogue.list('repairTimes', Number(carId)),
  notFound: 'No vehicle has this carId.',
};

import type { Handler } from '../handler.ts';

export const handler: Handler = {
  find: (catalogue, { brand = '' }) => catalogue.models(brand),
  notFound: 'No such brand.',
};
